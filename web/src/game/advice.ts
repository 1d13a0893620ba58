// Advice on one turn, worked out on the spot for any sheet: the most points on average, or in a last turn the best
// chance to win. What the others may do later is not weighed; the sentence says what it is about.

import type { CompiledRules, View } from "../net/messages";
import type { Die } from "./choosing";
import { neededToWin, step } from "./totals";
import { distribution, options } from "./scoring";

export interface Advice {
  keep: number[];
  then: "roll" | "bank";
  value: number;
  /** What `value` counts: points of the turn on average, or the chance to win. */
  unit: "points" | "win";
}

interface Aim {
  unit: "points" | "win";
  /** What a stop with a total is worth; -Infinity where it is not allowed. */
  bank(total: number): number;
  farkle: number;
}

/** By number of dice: every roll with its chance, and the best points for each number of dice that it leaves. */
type Plan = { chance: number; ways: [points: number, left: number][] }[][];

const plans = new WeakMap<CompiledRules, Plan>();
/** Beyond so many points more than now everybody stops. */
const HORIZON = 12_000;

function planOf(rules: CompiledRules): Plan {
  const known = plans.get(rules);
  if (known) return known;
  const plan: Plan = [[]];
  for (let count = 1; count <= rules.dice; count++) {
    const rolls = distribution(rules, Array.from({ length: count }, (_, index) => index + 1));
    plan.push(
      Array.from(rolls, ([roll, chance]) => {
        const best = new Map<number, number>();
        for (const option of options(rules, [...roll].map(Number))) {
          best.set(option.left, Math.max(best.get(option.left) ?? 0, option.points));
        }
        return { chance, ways: Array.from(best, ([left, points]): [number, number] => [points, left]) };
      }),
    );
  }
  plans.set(rules, plan);
  return plan;
}

/** What rolling is worth, by turn total and number of dice, from a total on. */
export function rolling(rules: CompiledRules, aim: Aim, from: number): (total: number, dice: number) => number {
  const plan = planOf(rules);
  const unit = step(rules);
  const rows = Math.ceil(HORIZON / unit);
  const width = rules.dice + 1;
  const values = new Float64Array((rows + 1) * width);
  const forced = rules.hot_dice === "forced";

  const after = (total: number, left: number): number => {
    const row = (total - from) / unit;
    const bank = aim.bank(total);
    if (row > rows) return bank;
    const roll = values[row * width + (left || rules.dice)] ?? 0;
    return forced && left === 0 ? roll : Math.max(bank, roll);
  };
  for (let row = rows; row >= 0; row--) {
    const total = from + row * unit;
    for (let dice = 1; dice <= rules.dice; dice++) {
      let sum = 0;
      for (const { chance, ways } of plan[dice] ?? []) {
        let best = ways.length ? -Infinity : aim.farkle;
        for (const [points, left] of ways) best = Math.max(best, after(total + points, left));
        sum += chance * best;
      }
      values[row * width + dice] = sum;
    }
  }
  return (total, dice) => values[((total - from) / unit) * width + dice] ?? 0;
}

/** What the mover aims at: to win in a last turn, else points. */
export function aimOf(rules: CompiledRules, game: View): Aim {
  const seat = game.seats[game.mover];
  if (game.phase === "last") {
    const need = neededToWin(rules, game);
    return { unit: "win", bank: (total) => (total < game.needed ? -Infinity : total >= need ? 1 : 0), farkle: 0 };
  }
  const { penalty } = rules;
  const costs = penalty.points && seat && (seat.farkles + 1) % penalty.count === 0 ? penalty.points : 0;
  return { unit: "points", bank: (total) => (total < game.needed ? -Infinity : total), farkle: -costs };
}

/** The best choice now; null where there is none to make, or where loaded dice make it another matter. */
export function advise(rules: CompiledRules, game: View, dice: readonly Die[]): Advice | null {
  if (rules.weights.length || game.phase === "roll_off") return null;
  const aim = aimOf(rules, game);
  const roll = rolling(rules, aim, game.turn_total);
  const choices: Advice[] = [];
  const add = (keep: number[], total: number, left: number): void => {
    choices.push({ keep, then: "roll", value: roll(total, left || rules.dice), unit: aim.unit });
    const bank = aim.bank(total);
    if (bank > -Infinity && !(left === 0 && rules.hot_dice === "forced")) {
      choices.push({ keep, then: "bank", value: bank, unit: aim.unit });
    }
  };
  if (game.step === "keep") {
    for (const option of options(rules, dice.map((die) => die.face))) {
      add(option.keep, game.turn_total + option.points, option.left);
    }
  } else if (game.step === "decide") {
    add([], game.turn_total, game.hand.length);
  }
  return choices.sort((a, b) => b.value - a.value)[0] ?? null;
}
