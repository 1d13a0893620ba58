// Where one player of a race can stand at the start of a turn, numbered as the tables number it.

import { stepOf, type Ruleset } from "../rules/ruleset";

/** A standing: the row of the total, farkles in a row, and whether the player is on the board. */
export interface Standing {
  row: number;
  farkles: number;
  opened: boolean;
}

export class Standings {
  readonly step: number;
  readonly totals: number;
  readonly closed: number[];
  readonly counters: number;

  constructor(
    readonly rules: Ruleset,
    readonly lowest: number,
  ) {
    this.step = stepOf(rules);
    const { penalty, target, reach } = rules;
    const goal = reach === "more_than" ? Math.floor(target / this.step) + 1 : Math.ceil(target / this.step);
    const low = lowest / this.step;
    this.totals = goal - low;
    this.counters = penalty.points ? penalty.count : 1;
    const closed = new Set<number>();
    if (rules.opening) {
      for (const points of [rules.compensation[0] ?? 0, rules.compensation[1] ?? 0]) {
        let row = Math.floor(points / this.step) - low;
        closed.add(row);
        while (penalty.points && row > 0) {
          row = Math.max(row - Math.floor(penalty.points / this.step), 0);
          closed.add(row);
        }
      }
    }
    this.closed = [...closed].sort((a, b) => a - b);
  }

  get count(): number {
    return this.counters * (this.totals + this.closed.length);
  }

  /** 1, or 2 where it matters whether the mover is the one who began. */
  get sides(): number {
    const { last_chance, ties } = this.rules;
    return last_chance === "finish_round" || (last_chance === "others_once" && ties === "play_off") ? 2 : 1;
  }

  /** The first row that meets the target. */
  get targetRow(): number {
    return this.totals;
  }

  /** The standing of a player; null where the game cannot bring anybody there. */
  standing(total: number, farkles: number, opened: boolean): Standing | null {
    const row = Math.floor((total - this.lowest) / this.step);
    if ((total - this.lowest) % this.step || row >= this.totals) return null;
    const found = { row: Math.max(row, 0), farkles: Math.min(farkles, this.counters - 1), opened };
    return opened || this.closed.includes(found.row) ? found : null;
  }

  number({ row, farkles, opened }: Standing): number {
    if (opened) return farkles * this.totals + row;
    // A row that no table has is read as the one above it, as the tables were made.
    const place = this.closed.findIndex((one) => one >= row);
    return this.counters * this.totals + farkles * this.closed.length + place;
  }

  /** The standing after one more farkle. */
  afterFarkle(standing: Standing): Standing {
    const { penalty } = this.rules;
    if (!penalty.points) return standing;
    if (standing.farkles + 1 < this.counters) return { ...standing, farkles: standing.farkles + 1 };
    const row = Math.max(standing.row - Math.floor(penalty.points / this.step), 0);
    return { ...standing, row, farkles: penalty.restarts ? 0 : this.counters - 1 };
  }

  /** The standing after a stop that records nothing. */
  afterNothing(standing: Standing): Standing {
    return { ...standing, farkles: 0 };
  }
}
