// The account of a game: a change of value is a throw, a decision, something else, or drift.

import type { Decision, Other, Point, Thrown } from "./forms";

/** Tables hold chances to 1.2e-10; a jump below this between two turns is rounding, more is drift. */
const ROUNDING = 1e-7;

export function plus(first: readonly number[], second: readonly number[]): number[] {
  return first.map((value, index) => value + (second[index] ?? 0));
}

export function minus(first: readonly number[], second: readonly number[]): number[] {
  return first.map((value, index) => value - (second[index] ?? 0));
}

/** What the game is worth now, and all that has changed it since it began. */
export class Ledger {
  start: number[] = [];
  now: number[] = [];
  drift: number[];
  readonly rolls: Thrown[] = [];
  readonly decisions: Decision[] = [];
  readonly others: Other[] = [];
  readonly curve: Point[] = [];

  constructor(readonly seats: number) {
    this.drift = Array<number>(seats).fill(0);
  }

  get begun(): boolean {
    return this.now.length > 0;
  }

  begin(values: number[], step: number, turn: number): void {
    this.start = this.now = values;
    this.#point(step, turn);
  }

  /** The value changes; by how much. */
  move(values: number[], step: number, turn: number): number[] {
    const change = minus(values, this.now);
    this.now = values;
    this.#point(step, turn);
    return change;
  }

  /** Where each turn is judged by itself: a new turn brings its mean with it. */
  grow(values: number[]): void {
    this.start = plus(this.start, values);
    this.now = plus(this.now, values);
  }

  /** A value that should be what it was: a tiny jump is rounding, a greater one is drift. */
  slip(values: number[], step: number, turn: number): void {
    const change = minus(values, this.now);
    const most = Math.max(1, ...values.map(Math.abs));
    if (Math.max(...change.map(Math.abs)) <= ROUNDING * most) return;
    this.drift = plus(this.drift, change);
    this.now = values;
    this.#point(step, turn);
  }

  #point(step: number, turn: number): void {
    if (this.curve.at(-1)?.step === step) this.curve.pop();
    this.curve.push({ step, turn, values: this.now });
  }

  /** All changes of a seat's value. */
  total(seat: number): number {
    const parts: { change: number[] }[] = [...this.rolls, ...this.decisions, ...this.others];
    return parts.reduce((sum, part) => sum + (part.change[seat] ?? 0), this.drift[seat] ?? 0);
  }
}
