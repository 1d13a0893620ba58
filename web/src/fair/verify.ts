// Derives every roll of a finished game again, from the seal and the seeds alone.

import type { GameEvent } from "../net/messages";
import { Draws } from "./draws";
import { bound, type Part } from "./sealing";
import { fromHex, sha256, toHex } from "./sha256";

/** What the table shows when the game is over. */
export interface Opened {
  match: string;
  commitment: string;
  server_seed: string;
  seeds: readonly string[];
  /** After how many draws the server was restored from a backup, and the epoch that takes part in them since. */
  restored?: readonly unknown[];
}

/** What this device noted before and during the game; empty where it noted nothing. */
export interface Noted {
  commitment: string;
  /** The seeds that it gave: one for each seat that it has. */
  seeds: readonly string[];
  /** What the other seats were bound to when it opened its own seeds. */
  parts?: readonly Part[];
}

export interface CheckedRoll {
  label: string;
  /** Faces of dice; a card by its id. */
  shown: (number | string)[];
  derived: (number | string)[];
  /** Six-sided dice, which are drawn as such. */
  pips: boolean;
  /** The seeds give these dice, and the label is the one that had to come. */
  holds: boolean;
}

export type SealFault = "hidden" | "seal" | "other_seal" | "seeds" | "own_seed" | "order";

export interface Verdict {
  faults: SealFault[];
  rolls: CheckedRoll[];
  holds: boolean;
}

/** Check a game: the seal, the seeds, and every roll in its order. */
export function verify(
  opened: Opened,
  noted: Noted,
  events: readonly GameEvent[],
  weights: readonly (readonly number[])[] = [],
): Verdict {
  return verifyWith(opened, noted, (draws) => checkRolls(draws, events, weights));
}

/** Check the seal and the seeds, and with their draws whatever a game has thrown. */
export function verifyWith(opened: Opened, noted: Noted, check: (draws: Draws) => CheckedRoll[]): Verdict {
  const faults: SealFault[] = [];
  const server = fromHex(opened.server_seed);
  const seats = opened.seeds.map(fromHex);
  if (!opened.server_seed || !server) return { faults: ["hidden"], rolls: [], holds: false };
  if (server.length !== 32 || toHex(sha256(server)) !== opened.commitment) faults.push("seal");
  if (noted.commitment && noted.commitment !== opened.commitment) faults.push("other_seal");
  if (!seats.length || seats.some((seed) => !seed || seed.length < 16 || seed.length > 32)) faults.push("seeds");
  if (noted.seeds.some((seed) => !opened.seeds.includes(seed))) faults.push("own_seed");
  if (noted.parts?.some((part) => !bound(opened.match, opened.seeds, part))) faults.push("order");
  const draws = new Draws(
    server,
    opened.match,
    seats.map((seed) => seed ?? new Uint8Array()),
    (opened.restored ?? []) as [number, string][],
  );
  const rolls = check(draws);
  return { faults, rolls, holds: !faults.length && rolls.every((roll) => roll.holds) };
}

type Asked = Extract<GameEvent, { type: "RollAsked" }>;

function checkRolls(
  draws: Draws,
  events: readonly GameEvent[],
  weights: readonly (readonly number[])[],
): CheckedRoll[] {
  const rolls: CheckedRoll[] = [];
  let asked: Asked | null = null;
  let before: Asked | null = null;
  let turn = { seat: -1, number: 0 };
  const lying = new Lying();
  for (const event of events) {
    const fits = lying.allows(event);
    const last = rolls.at(-1);
    if (last && !fits) last.holds = false;
    if (event.type === "TurnBegan") turn = { seat: event.seat, number: event.turn };
    else if (event.type === "RollAsked") asked = event;
    else if (event.type === "DiceRolled") {
      const label = asked ? labelOf(asked) : "";
      const derived = asked ? derive(draws, label, asked.dice, weights) : [];
      const holds =
        asked !== null &&
        asked.seat === event.seat &&
        same(asked.dice, event.dice) &&
        same(derived, event.faces) &&
        inOrder(before, asked) &&
        (turn.seat < 0 || (asked.turn === turn.number && asked.seat === turn.seat));
      rolls.push({ label, shown: event.faces, derived, pips: true, holds });
      before = asked;
      asked = null;
    }
  }
  return rolls;
}

/** The dice on the table, so that a roll cannot be left out where its count would not tell. */
class Lying {
  #faces = new Map<number, number>();
  #kept = false;
  #card = false;

  /** Whether an event fits the dice that lie there; it is noted all the same. */
  allows(event: GameEvent): boolean {
    switch (event.type) {
      case "TurnBegan":
        this.#card = false;
        this.#faces.clear();
        return true;
      case "CardPlayed":
        this.#card = true;
        return true;
      case "DiceTurned":
      case "DiceRolled":
        if (event.type === "DiceRolled") this.#kept = false;
        event.dice.forEach((die, index) => this.#faces.set(die, event.faces[index] ?? 0));
        return true;
      case "DiceKept": {
        const there = event.dice.every((die, index) => this.#faces.get(die) === event.faces[index]);
        event.dice.forEach((die) => this.#faces.delete(die));
        this.#kept = true;
        return there;
      }
      case "Farkled":
        return !this.#kept || this.#card;
      default:
        return true;
    }
  }
}

function labelOf(asked: Asked): string {
  return `${asked.turn ? "roll" : "start"} ${asked.turn}.${asked.seat + 1}.${asked.roll}.${asked.throw}`;
}

function derive(draws: Draws, label: string, dice: readonly number[], weights: readonly (readonly number[])[]): number[] {
  if (!weights.length) return draws.dice(label, dice.length);
  return draws.loaded(label, dice.map((die) => weights[die - 1] ?? [1, 1, 1, 1, 1, 1]));
}

/** Rolls are counted without a gap, so that none can be left out or come twice. */
function inOrder(before: Asked | null, now: Asked): boolean {
  if (!before || now.turn > before.turn) return now.roll === 1 && now.throw === 1;
  if (now.turn < before.turn) return false;
  if (now.roll === before.roll) return now.throw === before.throw + 1;
  return now.roll === before.roll + 1 && now.throw === 1;
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
