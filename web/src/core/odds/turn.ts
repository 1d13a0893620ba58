// One turn on its own: the best long-run average of points, and when to stop for it. With a penalty for farkles in a
// row a farkle also costs what it does to the turns after it: policy iteration finds the average exactly.

import type { Ruleset } from "../rules/ruleset";
import { solveTurnRows, type Rolling } from "./lanes";
import { NOT_ALLOWED, rollPlan, type RollPlan } from "./plan";
import { checkTurn } from "./refusals";

/** The best play for points. `worth[f]` is what f farkles in a row are worth against none. */
export interface TurnAnswer {
  rules: Ruleset;
  plan: RollPlan;
  expected: number;
  worth: number[];
  bank: Float64Array;
  /** What rolling is worth, for each number of farkles in a row. */
  roll: Float64Array[];
}

const answers = new WeakMap<Ruleset, TurnAnswer>();

/** The best play of single turns of a sheet, solved once. */
export function turnAnswer(rules: Ruleset): TurnAnswer {
  let answer = answers.get(rules);
  if (!answer) answers.set(rules, (answer = solveTurn(rules)));
  return answer;
}

/** How many turn totals, in steps, a turn for points needs. */
export function rowsThatMatter(plan: RollPlan, forced: boolean): number {
  let most = 1;
  let risky = true;
  for (let n = 0; n < plan.dice; n++) {
    const risk = plan.farkle[n] ?? 0;
    if (!risk) {
      risky = false;
      continue;
    }
    let mean = 0;
    for (let c = plan.first[n] ?? 0; c < (plan.first[n + 1] ?? 0); c++) {
      const points = plan.points.subarray(plan.starts[c], plan.starts[c + 1]);
      mean += (plan.weights[c] ?? 0) * Math.max(...points);
    }
    most = Math.max(most, mean / risk);
  }
  let rows = Math.floor(most) + 2;
  while ((forced || !risky) && rows < 100_000) {
    const bank = new Float64Array(rows + 1);
    bank[rows] = 1;
    if ((solveTurnRows(plan, forced, { bank, farkle: 0 }).roll[plan.dice - 1] ?? 0) <= 1e-13) break;
    rows *= 2;
  }
  return rows;
}

function solveTurn(rules: Ruleset): TurnAnswer {
  checkTurn(rules);
  const plan = rollPlan(rules, true);
  const forced = rules.hot_dice === "forced";
  const { step } = plan;
  const { penalty } = rules;
  const least = Math.ceil(rules.minimum / step);
  const rows = Math.max(rowsThatMatter(plan, forced), least + 1);
  const bank = Float64Array.from({ length: rows + plan.most + 1 }, (_, row) =>
    row < Math.max(least, 1) ? NOT_ALLOWED : row * step,
  );
  const counters = penalty.points ? penalty.count : 1;
  const top = (counters - 1) as number;
  const after = Array.from({ length: counters }, (_, f) => (f < top ? f + 1 : penalty.restarts || !penalty.points ? 0 : top));
  const loss = Array.from({ length: counters }, (_, f) => (f === top ? penalty.points : 0));
  const full = plan.dice - 1;
  let worth = Array<number>(counters).fill(0);
  if (!penalty.points) {
    const { roll } = solveTurnRows(plan, forced, { bank, farkle: 0, final: rows });
    return { rules, plan, expected: roll[full] ?? 0, worth, bank, roll: [roll] };
  }
  const zeros = new Float64Array(bank.length);
  let expected = -Infinity;
  for (;;) {
    const solved: Rolling[] = worth.map((_, f) => {
      const farkle = (worth[after[f] ?? 0] ?? 0) - (loss[f] ?? 0);
      return solveTurnRows(plan, forced, { bank, farkle, bankTags: zeros, farkleTag: 1, final: rows });
    });
    // Unknowns: the average in place of worth[0], which is 0, and the other worths.
    const system: number[][] = [];
    for (let f = 0; f < counters; f++) {
      const chance = solved[f]?.means[full] ?? 0;
      const lost = (worth[after[f] ?? 0] ?? 0) - (loss[f] ?? 0);
      const gained = (solved[f]?.roll[full] ?? 0) - chance * lost;
      const row = Array.from({ length: counters + 1 }, (_, column): number => (column === f || column === 0 ? 1 : 0));
      const next = after[f] ?? 0;
      if (next) row[next] = (row[next] ?? 0) - chance;
      row[counters] = gained - chance * (loss[f] ?? 0);
      system.push(row);
    }
    const solution = solveLinear(system);
    worth = [0, ...solution.slice(1)];
    const roll = solved.map((one) => one.roll);
    if ((solution[0] ?? 0) <= expected + 1e-12) return { rules, plan, expected, worth, bank, roll };
    expected = solution[0] ?? 0;
  }
}

/** The solution of a small linear system, whose last column is the right side. */
function solveLinear(system: number[][]): number[] {
  const size = system.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) {
      if (Math.abs(system[row]?.[column] ?? 0) > Math.abs(system[pivot]?.[column] ?? 0)) pivot = row;
    }
    [system[column], system[pivot]] = [system[pivot] ?? [], system[column] ?? []];
    const chosen = system[column] ?? [];
    for (const [index, row] of system.entries()) {
      const factor = index === column ? 0 : (row[column] ?? 0) / (chosen[column] ?? 1);
      if (factor) for (let place = column; place <= size; place++) row[place] = (row[place] ?? 0) - factor * (chosen[place] ?? 0);
    }
  }
  return system.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

/** By dice left, the lowest total at which stopping is at least as good; 0: always, null: never. */
export function bankAt(answer: TurnAnswer, farkles = 0): (number | null)[] {
  const { plan, rules, bank } = answer;
  const roll = answer.roll[farkles] ?? new Float64Array(0);
  const least = Math.max(Math.ceil(rules.minimum / plan.step), 1);
  const rows = roll.length / plan.dice;
  return Array.from({ length: plan.dice }, (_, n) => {
    if (rules.hot_dice === "forced" && n === plan.dice - 1) return null;
    for (let row = least; row < rows - 1; row++) {
      if ((bank[row] ?? 0) >= (roll[row * plan.dice + n] ?? 0)) return row === 1 ? 0 : row * plan.step;
    }
    return null;
  });
}

/** A total that turns do not come to, for sheets without a target. */
const FAR = 10_000;

/** A total at which to stop as people are told; null, never, where the game is won before. */
export function toldStop(rules: Ruleset, stop: number | null): number | null {
  return stop === null || stop >= (rules.target || FAR) ? null : stop;
}

/** The mean points of a turn that rolls so many dice at a turn total, all costs of farkles included. */
export function turnValue(answer: TurnAnswer, total: number, dice: number, farkles = 0): number {
  const roll = answer.roll[farkles] ?? new Float64Array(0);
  const row = Math.min(Math.floor(total / answer.plan.step), roll.length / answer.plan.dice - 2);
  return roll[row * answer.plan.dice + dice - 1] ?? 0;
}
