// What a roll offers, boiled down for the solver: rolls that offer the same choices are one class. Points are
// counted in steps, the greatest common divisor of everything that can change a total.

import { sortedRolls } from "../rules/combinations";
import { FACES, stepOf, tableOf, type Ruleset } from "../rules/ruleset";
import { ways } from "./rolls";

/** The worth of a stop that is against the rules: below everything, and still a number times zero. */
export const NOT_ALLOWED = -1e300;

/**
 * The rolls of 1 to `dice` dice as classes of equal choices. Choice i leads to a next roll with `left[i] + 1` dice
 * and adds `points[i]` steps; those of class c are from `starts[c]` up to `starts[c + 1]`; the classes of n dice are
 * from `first[n - 1]` up to `first[n]`, each with the chance `weights[c]`; `farkle[n - 1]` is that of none.
 */
export interface RollPlan {
  dice: number;
  step: number;
  left: Int32Array;
  points: Int32Array;
  starts: Int32Array;
  first: Int32Array;
  weights: Float64Array;
  farkle: Float64Array;
  /** The most points of one choice, in steps. */
  most: number;
  /** Chances, with all dice, of a roll that cannot, that may, and that must use every die. */
  hotShares: [number, number, number];
}

const plans = new WeakMap<Ruleset, Map<boolean, RollPlan>>();

/** The classes of all rolls of a sheet; `pruned` keeps only the best of choices that leave the same dice. */
export function rollPlan(rules: Ruleset, pruned = false): RollPlan {
  let memory = plans.get(rules);
  if (!memory) plans.set(rules, (memory = new Map()));
  let plan = memory.get(pruned);
  if (!plan) memory.set(pruned, (plan = makePlan(rules, pruned)));
  return plan;
}

function makePlan(rules: Ruleset, pruned: boolean): RollPlan {
  const step = stepOf(rules);
  const full = rules.dice;
  const left: number[] = [];
  const points: number[] = [];
  const starts: number[] = [];
  const first = [0];
  const weights: number[] = [];
  const farkle: number[] = [];
  const hotShares: [number, number, number] = [0, 0, 0];
  for (let dice = 1; dice <= full; dice++) {
    const classes = new Map<string, { count: number; choices: [number, number][] }>();
    let farkles = 0;
    for (const roll of sortedRolls(dice)) {
      const options = tableOf(rules).options(roll);
      if (!options.length) {
        farkles += ways(roll);
        continue;
      }
      const choices = choicesOf(options.map(({ dice_left, points: worth }) => [dice_left || full, worth / step]), pruned);
      const name = choices.join(";");
      const known = classes.get(name);
      if (known) known.count += ways(roll);
      else classes.set(name, { count: ways(roll), choices });
    }
    const all = FACES ** dice;
    for (const { count, choices } of classes.values()) {
      weights.push(count / all);
      starts.push(left.length);
      for (const [next, worth] of choices) {
        left.push(next - 1);
        points.push(worth);
      }
      if (dice === full) {
        const hot = choices.filter(([next]) => next === full).length;
        hotShares[!hot ? 0 : hot === choices.length ? 2 : 1] += count / all;
      }
    }
    first.push(weights.length);
    farkle.push(farkles / all);
  }
  starts.push(left.length);
  return {
    dice: full,
    step,
    left: Int32Array.from(left),
    points: Int32Array.from(points),
    starts: Int32Array.from(starts),
    first: Int32Array.from(first),
    weights: Float64Array.from(weights),
    farkle: Float64Array.from(farkle),
    most: points.reduce((a, b) => Math.max(a, b), 0),
    hotShares,
  };
}

function choicesOf(found: [number, number][], pruned: boolean): [number, number][] {
  const best = new Map<string, [number, number]>();
  for (const [left, points] of found) {
    const name = pruned ? String(left) : `${left} ${points}`;
    const known = best.get(name);
    if (!known || points > known[1]) best.set(name, [left, points]);
  }
  return [...best.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
