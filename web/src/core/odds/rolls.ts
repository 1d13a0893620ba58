// What one roll of n dice can bring: exact counts over all 6^n rolls of fair dice, or over the weights of others.

import { sortedRolls, unit, unpack, type Packed } from "../rules/combinations";
import { tableOf, type Scores } from "../rules/ruleset";
import type { Option } from "../rules/scoring";

const FAIR = [1, 1, 1, 1, 1, 1];
const FACTORIAL = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800];

/** In how many orders the dice of a sorted roll can fall. */
export function ways(roll: readonly number[]): number {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const face of roll) counts[face] = (counts[face] ?? 0) + 1;
  return counts.reduce((left, count) => left / (FACTORIAL[count] ?? 1), FACTORIAL[roll.length] ?? 1);
}

/** The chances of a roll: counts out of `rolls`, and the sum of the best immediate scores. */
export interface RollOdds {
  rolls: number;
  farkles: number;
  hot: number;
  points: number;
}

const known = new WeakMap<Scores, Map<number, RollOdds>>();

export function rollOdds(rules: Scores, dice: number): RollOdds {
  let memory = known.get(rules);
  if (!memory) known.set(rules, (memory = new Map()));
  let odds = memory.get(dice);
  if (!odds) {
    odds = { rolls: 0, farkles: 0, hot: 0, points: 0 };
    for (const roll of sortedRolls(dice)) addRoll(odds, tableOf(rules).options(roll), ways(roll));
    memory.set(dice, odds);
  }
  return odds;
}

const weighted = new WeakMap<Scores, Map<string, RollOdds>>();

/** The chances of one roll of dice with these weights; counts are sums of weights. */
export function weightedOdds(rules: Scores, rows: readonly (readonly number[])[]): RollOdds {
  let memory = weighted.get(rules);
  if (!memory) weighted.set(rules, (memory = new Map()));
  const name = rows.map((row) => row.join(":")).sort().join();
  let odds = memory.get(name);
  if (!odds) {
    odds = { rolls: 0, farkles: 0, hot: 0, points: 0 };
    for (const [roll, weight] of weightsOfRolls(rows)) addRoll(odds, tableOf(rules).options(unpack(roll)), weight);
    memory.set(name, odds);
  }
  return odds;
}

/** The chance that a throw of these dice, by number, scores nothing; `cup` has the weights of dice that are not fair. */
export function farkleChance(rules: Scores, cup: readonly (readonly number[])[], dice: readonly number[]): number {
  const odds = cup.length ? weightedOdds(rules, dice.map((die) => cup[die - 1] ?? FAIR)) : rollOdds(rules, dice.length);
  return odds.farkles / odds.rolls;
}

function addRoll(odds: RollOdds, options: readonly Option[], weight: number): void {
  odds.rolls += weight;
  if (!options.length) odds.farkles += weight;
  if (options.some((option) => option.hot)) odds.hot += weight;
  odds.points += weight * (options[0]?.points ?? 0);
}

/** Every roll of some dice, packed, with the product of its weights. */
function weightsOfRolls(rows: readonly (readonly number[])[]): Map<Packed, number> {
  let found = new Map<Packed, number>([[0, 1]]);
  for (const row of rows) {
    const more = new Map<Packed, number>();
    for (const [roll, before] of found) {
      row.forEach((weight, index) => {
        const next = roll + unit(index + 1);
        if (weight) more.set(next, (more.get(next) ?? 0) + before * weight);
      });
    }
    found = more;
  }
  return found;
}
