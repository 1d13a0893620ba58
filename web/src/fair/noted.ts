// What this device noted before the game: the seal it was shown and the seeds it gave. The server cannot change these.

import { recall, remember } from "../storage";
import type { Noted } from "./verify";

const NOTHING: Noted = { commitment: "", seeds: [] };

export function noted(match: string): Noted {
  return recall<Noted>(`fair.${match}`, NOTHING);
}

/** Note the seal of a table, the first time that it is seen. */
export function noteSeal(match: string, commitment: string): void {
  const known = noted(match);
  if (!known.commitment && commitment) remember(`fair.${match}`, { ...known, commitment });
}

/** The seats of this device at a table whose seeds are shown: those whose seeds it gave. */
export function seatsOf(match: string, seeds: readonly string[]): number[] {
  return noted(match).seeds.flatMap((seed) => {
    const seat = seeds.indexOf(seed);
    return seat < 0 ? [] : [seat];
  });
}

/** Note a seed that this device gave, in place of an earlier one. */
export function noteSeed(match: string, seed: string, instead = ""): void {
  const known = noted(match);
  remember(`fair.${match}`, { ...known, seeds: [...known.seeds.filter((one) => one !== instead), seed] });
}
