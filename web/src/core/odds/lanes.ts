// The inside of one turn, from what its ends are worth: stopping at each total and losing everything. All totals are
// rows of one axis, counted in steps. Whoever comes to the row `final` or beyond stops there, or rolls until the turn
// is lost where that is better; the last row stands for all beyond it.

import { NOT_ALLOWED, type RollPlan } from "./plan";

export interface Ends {
  /** What stopping is worth at each row, or NOT_ALLOWED, and what losing the turn is. */
  bank: Float64Array;
  farkle: number;
  /** The same for a second number whose mean under the best play is wanted, such as points. */
  bankTags?: Float64Array;
  farkleTag?: number;
  /** The row to begin with, and the row from which nobody rolls. */
  lowest?: number;
  final?: number;
}

/** What rolling is worth, by row and dice (`row * dice + n - 1`), and the means of the second number. */
export interface Rolling {
  roll: Float64Array;
  means: Float64Array;
}

/** Solve one turn; below `lowest` and from `final` on nothing is filled in. */
export function solveTurnRows(plan: RollPlan, forced: boolean, ends: Ends): Rolling {
  const { dice, most, left, points, starts, first, weights } = plan;
  const { bank, farkle, bankTags = bank, farkleTag = farkle, lowest = 0 } = ends;
  const tagged = ends.bankTags !== undefined;
  const last = ends.final ?? bank.length - 1;
  const roll = new Float64Array((last + 1) * dice);
  const means = new Float64Array((last + 1) * dice);
  const best = new Float64Array((last + most + 1) * dice);
  const tags = new Float64Array((last + most + 1) * dice);
  const stops = forced ? dice - 1 : dice;
  for (let row = last; row <= last + most; row++) {
    const at = Math.min(row, bank.length - 1);
    const stop = (bank[at] as number) >= farkle;
    const value = stop ? (bank[at] as number) : farkle;
    const tag = stop ? (bankTags[at] as number) : farkleTag;
    best.fill(value, row * dice, (row + 1) * dice);
    tags.fill(tag, row * dice, (row + 1) * dice);
    if (forced) {
      const [top, share] = topValue(plan, value, farkle);
      best[row * dice + dice - 1] = top;
      tags[row * dice + dice - 1] = share * farkleTag + (1 - share) * tag;
    }
  }
  for (let row = last - 1; row >= lowest; row--) {
    const base = row * dice;
    const stopValue = bank[row] as number;
    for (let n = 0; n < dice; n++) {
      let sum = (plan.farkle[n] as number) * farkle;
      let mean = (plan.farkle[n] as number) * farkleTag;
      for (let c = first[n] as number; c < (first[n + 1] as number); c++) {
        const end = starts[c + 1] as number;
        let value = -Infinity;
        let tag = NOT_ALLOWED;
        for (let i = starts[c] as number; i < end; i++) {
          const place = base + (points[i] as number) * dice + (left[i] as number);
          const offered = best[place] as number;
          if (offered > value) {
            value = offered;
            tag = tags[place] as number;
          } else if (offered === value && (tags[place] as number) > tag) tag = tags[place] as number;
        }
        sum += (weights[c] as number) * value;
        if (tagged) mean += (weights[c] as number) * tag;
      }
      roll[base + n] = sum;
      means[base + n] = mean;
      const stop = n < stops && stopValue >= sum;
      best[base + n] = stop ? stopValue : sum;
      tags[base + n] = stop ? (bankTags[row] as number) : mean;
    }
  }
  return { roll, means };
}

/** All dice at the final row where they must be rolled: the value, and the chance of losing it all. */
function topValue(plan: RollPlan, bank: number, farkle: number): [number, number] {
  const [never, maybe, always] = plan.hotShares;
  const chance = plan.farkle[plan.dice - 1] ?? 0;
  const stopping = (chance * farkle + (never + maybe) * bank) / (1 - always);
  if (stopping <= bank) return [stopping, chance / (1 - always)];
  return [(chance * farkle + never * bank) / (1 - maybe - always), chance / (1 - maybe - always)];
}

/** The chance to win in one turn by what is missing: more than d steps wins, exactly d is worth `tie`. */
export function lastTurns(plan: RollPlan, forced: boolean, needs: number, tie: number): Float64Array {
  const bank = new Float64Array(needs + 2);
  bank[needs] = tie;
  bank[needs + 1] = 1;
  const { roll } = solveTurnRows(plan, forced, { bank, farkle: 0 });
  return Float64Array.from({ length: needs + 1 }, (_, missing) => roll[(needs - missing) * plan.dice + plan.dice - 1] ?? 0);
}

/** The inside of one turn: what stopping and rolling are worth at each turn total. */
export class TurnValues {
  readonly #rolling: Rolling;

  constructor(
    readonly plan: RollPlan,
    readonly forced: boolean,
    readonly bank: Float64Array,
    /** The points that each stop puts onto the sheet. */
    readonly points: Float64Array,
    /** What losing the turn is worth, and the points it brings. */
    readonly farkle: readonly [number, number],
    lowest: number,
    readonly final: number,
  ) {
    this.#rolling = solveTurnRows(plan, forced, {
      bank,
      farkle: farkle[0],
      bankTags: points,
      farkleTag: farkle[1],
      lowest,
      final,
    });
  }

  /** What rolling is worth with a turn total, and the mean points of the turn then. */
  rolling(total: number, dice: number): [number, number] {
    const row = Math.floor(total / this.plan.step);
    if (row < this.final) {
      const at = row * this.plan.dice + dice - 1;
      return [this.#rolling.roll[at] ?? 0, this.#rolling.means[at] ?? 0];
    }
    // Beyond, one roll is followed by the best end: the turn solver's own rule.
    const rows = Array.from({ length: this.plan.most + 2 }, (_, index) => Math.min(row + index, this.bank.length - 1));
    const { roll, means } = solveTurnRows(this.plan, this.forced, {
      bank: Float64Array.from(rows, (one) => this.bank[one] ?? 0),
      farkle: this.farkle[0],
      bankTags: Float64Array.from(rows, (one) => this.points[one] ?? 0),
      farkleTag: this.farkle[1],
      final: 1,
    });
    return [roll[dice - 1] ?? 0, means[dice - 1] ?? 0];
  }

  /** What stopping is worth and records, or null where it is against the rules. */
  stopping(total: number, hot: boolean): [number, number] | null {
    const row = Math.min(Math.floor(total / this.plan.step), this.bank.length - 1);
    const bank = this.bank[row] ?? NOT_ALLOWED;
    if (total <= 0 || bank === NOT_ALLOWED || (hot && this.forced)) return null;
    return [bank, this.points[row] ?? 0];
  }
}
