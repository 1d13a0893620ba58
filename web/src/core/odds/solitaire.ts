// A fixed number of rounds played for points, alone or among any number of others, and the chance of a goal for one.

import { stepOf, type Ruleset } from "../rules/ruleset";
import { solveTurnRows } from "./lanes";
import { NOT_ALLOWED, rollPlan, type RollPlan } from "./plan";
import { rowsThatMatter } from "./turn";

/** The numbering of such a game and the ends of its turns; row r is a total of `lowest + r * step`. */
export class SoloTurns {
  readonly plan: RollPlan;
  readonly forced: boolean;
  readonly step: number;
  readonly lowest: number;
  readonly settled: number;
  readonly rows: number;
  readonly counters: number;
  readonly minimum: number;
  readonly opening: number;
  readonly mayStop: boolean;

  constructor(readonly rules: Ruleset) {
    const { penalty } = rules;
    this.forced = rules.hot_dice === "forced";
    this.plan = rollPlan(rules, rules.reach !== "exactly");
    this.step = stepOf(rules);
    const { step } = this;
    const first = Math.floor((rules.compensation[0] ?? 0) / step);
    const steps = Math.floor(penalty.points / step);
    const falls = penalty.restarts ? Math.floor(rules.rounds / penalty.count) : rules.rounds;
    const low = first - steps * falls;
    const goal = rules.reach === "at_least" ? Math.ceil(rules.solo_goal / step) : Math.floor(rules.solo_goal / step) + 1;
    const settled = Math.max(goal, first) + steps * falls;
    const least = Math.ceil(Math.max(rules.minimum, rules.opening) / step);
    const turn = rowsThatMatter(this.plan, this.forced) + least + this.plan.most;
    this.counters = penalty.points ? penalty.count : 1;
    this.lowest = low * step;
    this.settled = settled - low;
    this.rows = settled - low + turn + 1;
    this.minimum = Math.max(Math.ceil(rules.minimum / step), 1);
    this.opening = Math.ceil(rules.opening / step);
    this.mayStop = rules.opening > 0 && rules.opening_policy === "may_stop";
  }

  /** Farkles in a row, and again for a player not on the board. */
  get marks(): number {
    return this.counters * (this.rules.opening ? 2 : 1);
  }

  mark(farkles: number, opened: boolean): number {
    return Math.min(farkles, this.counters - 1) + (opened ? 0 : this.counters);
  }

  /** The mark after one more farkle, and the steps it costs. */
  afterFarkle(mark: number): [number, number] {
    const { penalty } = this.rules;
    const farkles = mark % this.counters;
    if (!penalty.points) return [mark, 0];
    if (farkles + 1 < this.counters) return [mark + 1, 0];
    return [mark - farkles + (penalty.restarts ? 0 : this.counters - 1), Math.floor(penalty.points / this.step)];
  }

  /** The row of a total; what lies above the settled rows counts as settled. */
  row(total: number): number {
    return Math.min(Math.floor((total - this.lowest) / this.step), this.settled);
  }

  /** The worth, in points, of every stop of a turn played for points, by turn total, and of a farkle. */
  pointsTurn(after: ArrayLike<number>, mark: number): { bank: Float64Array; farkle: number } {
    const bank = Float64Array.from({ length: this.rows - this.settled }, (_, gain) => {
      if (gain < this.minimum) return NOT_ALLOWED;
      if (mark >= this.counters && gain < this.opening) return this.mayStop ? (after[this.counters] ?? 0) : NOT_ALLOWED;
      return gain * this.step + (after[0] ?? 0);
    });
    const [follows, steps] = this.afterFarkle(mark);
    return { bank, farkle: (after[follows] ?? 0) - steps * this.step };
  }

  /** The worth of every stop of a turn from row `start` on; `after(mark, row)` is what follows. */
  stops(after: (mark: number, row: number) => number, mark: number, start: number): Float64Array {
    return Float64Array.from({ length: this.rows - start }, (_, gain) => {
      if (start + gain === this.rows - 1) return after(0, this.rows - 1); // the last row is final
      if (gain < this.minimum) return NOT_ALLOWED;
      if (mark >= this.counters && gain < this.opening) return this.mayStop ? after(this.counters, start) : NOT_ALLOWED;
      return after(0, start + gain);
    });
  }

  /** The points that each stop puts onto the sheet, by turn total in steps. */
  recorded(mark: number, length: number): Float64Array {
    const closed = mark >= this.counters;
    return Float64Array.from({ length }, (_, gain) => (closed && gain < this.opening ? 0 : gain * this.step));
  }

  /** The best mean of the points to come, by rounds left and mark. */
  gains(): number[][] {
    const gains = [Array<number>(this.marks).fill(0)];
    for (let left = 1; left <= this.rules.rounds; left++) {
      const after = gains[left - 1] ?? [];
      gains.push(
        after.map((_, mark) => {
          const { bank, farkle } = this.pointsTurn(after, mark);
          return solveTurnRows(this.plan, this.forced, { bank, farkle }).roll[this.plan.dice - 1] ?? 0;
        }),
      );
    }
    return gains;
  }
}
