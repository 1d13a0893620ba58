// How a game begins, as far as it is known before anybody deals or throws: who rolls off, and what everybody has.

import type { Ruleset } from "../rules/ruleset";
import { leastStop, type Stops } from "../rules/stops";
import type { BankOffer } from "./offers";
import { ROLL_FIRST } from "./refusals";

type Begins = Stops & Pick<Ruleset, "dice" | "compensation"> & { first_player: string };

/** Whether the dice say who begins. */
export function rollsOff(rules: { first_player: string }, players: number): boolean {
  return rules.first_player === "rolled" && players > 1;
}

/** The points that everybody begins with, by seat, where `first` begins. */
export function compensations(rules: Pick<Ruleset, "compensation">, players: number, first: number): number[] {
  return Array.from({ length: players }, (_, seat) => rules.compensation[(seat - first + players) % players] ?? 0);
}

/** Whether everybody is on the board from the beginning. */
export function opensAtOnce(rules: Pick<Ruleset, "opening">): boolean {
  return rules.opening === 0;
}

/** What a view tells of the first moment of a game without cards. */
export interface Beginning {
  phase: "roll_off" | "normal";
  turn: number;
  hand: number[];
  turn_dice: number;
  to_roll: number[];
  needed: number;
  bank: BankOffer | null;
  seats: { total: number; opened: boolean; farkles: number; gone: boolean }[];
}

/** The first moment of a game, the first seat being the one that begins or throws first. */
export function beginningOf(rules: Begins, players: number): Beginning {
  const off = rollsOff(rules, players);
  const opened = opensAtOnce(rules);
  const totals = off ? Array<number>(players).fill(0) : compensations(rules, players, 0);
  const total = totals[0] ?? 0;
  const all = Array.from({ length: rules.dice }, (_, index) => index + 1);
  return {
    phase: off ? "roll_off" : "normal",
    turn: off ? 0 : 1,
    hand: off ? [] : all,
    turn_dice: rules.dice,
    to_roll: off ? [1] : all,
    needed: leastStop(rules, { total, opened, playOff: false }),
    bank: off ? null : { turn_total: 0, records: 0, total, code: ROLL_FIRST.code, why: { says: ROLL_FIRST.says, values: {} } },
    seats: totals.map((points) => ({ total: points, opened, farkles: 0, gone: false })),
  };
}
