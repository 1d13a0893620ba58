// This device's part in the dice: it keeps the seal of the server, then seals a seed of its own, then opens it.

import type { GiveSeed, SealSeed, TableView } from "../net/messages";
import { joined } from "./draws";
import { fromHex, sha256, toHex, utf8 } from "./sha256";

/** A seed that this device opened for one of its seats, and the seals of all seats at that moment. */
export interface Part {
  seed: string;
  /** "bot" for a bot, "" for a seat that was bound to no seed. */
  seals: readonly string[];
}

export interface Step {
  /** A seed to keep by its seal before anything is said. */
  drawn?: { seal: string; seed: string };
  opened?: Part;
  say: (SealSeed | GiveSeed)[];
}

export function sealOf(seed: string): string {
  return toHex(sha256(fromHex(seed) ?? new Uint8Array()));
}

/** The seed of a seat that gave none, which everybody can compute. */
export function plainSeed(match: string, seat: number): string {
  return toHex(sha256(joined(utf8("hotdice-fair-1"), utf8("seat"), utf8(match), utf8(String(seat + 1)))));
}

/**
 * What this device says at a table that has not begun: it seals a seed, and opens it when nobody can choose any more.
 * That is when every other seat is bound, by a seal or as a bot, or when the owner has begun.
 */
export function sealingStep(view: TableView, drawn: Readonly<Record<string, string>>, draw: () => string): Step {
  const mine = view.seat === null ? undefined : view.chairs[view.seat];
  if (view.seat === null || !mine || view.phase !== "open" || mine.gave_seed || (view.closing && !mine.seal)) return { say: [] };
  const others = view.chairs.filter((_, seat) => seat !== view.seat);
  const step: Step = { say: [] };
  let seal = mine.seal;
  let seed = drawn[seal];
  if (seed === undefined) {
    seed = draw();
    seal = sealOf(seed);
    step.drawn = { seal, seed };
    step.say.push({ type: "SealSeed", seal });
  }
  const fresh = step.drawn !== undefined;
  const alone = others.every((chair) => chair.bot);
  const bound = others.every((chair) => chair.bot || chair.seal);
  if (alone || (!fresh && (bound || view.closing))) {
    const seals = view.chairs.map((chair, seat) => (seat === view.seat ? seal : chair.bot ? "bot" : chair.seal));
    step.opened = { seed, seals };
    step.say.push({ type: "GiveSeed", seed });
  }
  return step;
}

/** Whether the seeds of a game are those that were fixed when this device opened its own. */
export function bound(match: string, seeds: readonly string[], part: Part): boolean {
  return (
    part.seals.length === seeds.length &&
    part.seals.every((seal, seat) => {
      const seed = seeds[seat] ?? "";
      return seal === "" || seal === "bot" ? seed === plainSeed(match, seat) : sealOf(seed) === seal;
    })
  );
}
