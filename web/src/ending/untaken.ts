// The throw that was not taken: where somebody banked, the dice that would have fallen. Their label fixes them, and once
// the seal is open everybody can derive them; docs/fair-dice.md says how.

import { Draws } from "../fair/draws";
import { fromHex } from "../fair/sha256";
import { tableOf } from "../core/rules/ruleset";
import { diceAfter } from "../core/rules/scoring";
import type { CompiledRules, GameEvent } from "../net/messages";

export interface Untaken {
  seat: number;
  round: number;
  /** What was banked instead. */
  points: number;
  dice: number;
  faces: number[];
  /** What the best of it would have brought; 0 where it was a farkle. */
  worth: number;
}

/** What the table shows when the game is over. */
interface Opened {
  match: string;
  server_seed: string;
  seeds: readonly string[];
}

/** Every throw that was not taken in a finished game; none while the seal is closed, and none where cards interfere. */
export function untaken(opened: Opened, events: readonly GameEvent[], rules: CompiledRules): Untaken[] {
  const server = fromHex(opened.server_seed);
  const seeds = opened.seeds.map(fromHex);
  if (!opened.server_seed || !server || seeds.some((seed) => !seed) || rules.cards) return [];
  const draws = new Draws(server, opened.match, seeds.map((seed) => seed ?? new Uint8Array()));
  const found: Untaken[] = [];
  // A game begins in its first turn: no event says so.
  let round = 1;
  let asked: Extract<GameEvent, { type: "RollAsked" }> | undefined;
  let left: number[] = [];
  let late = false;
  for (const event of events) {
    if (event.type === "TurnBegan") {
      [round, asked, late] = [event.round, undefined, false];
    } else if (event.type === "RollAsked") {
      [asked, left] = [event, [...event.dice]];
    } else if (event.type === "DiceKept") {
      left = left.filter((die) => !event.dice.includes(die));
    } else if (event.type === "TurnTimedOut") {
      late = true;
    } else if (event.type === "Banked" && asked && asked.turn && !late) {
      const dice = left.length ? left : Array.from({ length: diceAfter(rules, 0) }, (_, index) => index + 1);
      const label = `roll ${asked.turn}.${asked.seat + 1}.${asked.roll + 1}.1`;
      const faces = rules.weights.length
        ? draws.loaded(label, dice.map((die) => rules.weights[die - 1] ?? [1, 1, 1, 1, 1, 1]))
        : draws.dice(label, dice.length);
      found.push({ seat: event.seat, round, points: event.points, dice: dice.length, faces, worth: tableOf(rules).options(faces)[0]?.points ?? 0 });
      asked = undefined;
    }
  }
  return found;
}

/** The one to tell: the largest bank before a farkle, else the largest throw that was missed. */
export function mostTelling(all: readonly Untaken[], seat: number): Untaken | undefined {
  const own = all.filter((one) => one.seat === seat && one.points > 0);
  const saved = own.filter((one) => !one.worth).sort((a, b) => b.points - a.points)[0];
  const missed = own.filter((one) => one.worth).sort((a, b) => b.worth - a.worth)[0];
  return saved ?? missed;
}
