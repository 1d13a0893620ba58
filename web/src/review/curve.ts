// The course of a game as a picture: where every value, turn and mark stands. Nothing here knows about SVG.

import type { Decision, Review, Roll } from "../net/messages";

export interface Mark {
  kind: "mistake" | "luck";
  seat: number;
  round: number;
  /** The value that the mark stands at, and after how many events. */
  step: number;
  value: number;
  decision?: Decision;
  roll?: Roll;
}

/** What the game was worth to a seat after so many events. */
export function valueAt(review: Review, step: number, seat: number): number {
  let value = review.curve[0]?.values[seat] ?? 0;
  for (const point of review.curve) {
    if (point.step > step) break;
    value = point.values[seat] ?? value;
  }
  return value;
}

/** The seats that get a line: with two and chances to win one line says it all, mine if I played. */
export function shownSeats(review: Review, mine: number): number[] {
  const seats = review.players.map((player) => player.seat);
  return review.unit === "win" && seats.length === 2 ? [mine >= 0 ? mine : 0] : seats;
}

/** Mistakes and the greatest strokes of luck, good or bad, each on a line that is shown. */
export function marks(review: Review, shown: readonly number[]): Mark[] {
  const onto = (seat: number): number => (shown.includes(seat) ? seat : (shown[0] ?? 0));
  const mistakes = review.decisions
    .filter((one) => one.class === "mistake" || one.class === "blunder")
    .map((one): Mark => ({
      kind: "mistake", seat: one.seat, round: one.round, step: one.step, value: valueAt(review, one.step, onto(one.seat)), decision: one,
    })); // prettier-ignore
  const lucky = review.luckiest.flatMap((index): Mark[] => {
    const roll = review.rolls[index];
    if (!roll || roll.luck === 0) return [];
    return [{ kind: "luck", seat: roll.seat, round: roll.round, step: roll.step, value: valueAt(review, roll.step, onto(roll.seat)), roll }];
  });
  return [...mistakes, ...lucky].sort((a, b) => a.step - b.step);
}

export interface Round {
  round: number;
  /** After how many events it began. */
  begins: number;
  /** What the game was worth to every seat when it was over. */
  values: number[];
}

/** Every round with what the game was worth at its end: the curve for those who read it. */
export function rounds(review: Review): Round[] {
  const begins = new Map<number, number>();
  for (const roll of review.rolls) if (roll.round && !begins.has(roll.round)) begins.set(roll.round, roll.step);
  const found = [...begins];
  return found.map(([round, start], index) => {
    const end = (found[index + 1]?.[1] ?? Infinity) - 1;
    return { round, begins: start, values: review.players.map((player) => valueAt(review, end, player.seat)) };
  });
}

/** The span of values that a picture shows: all of a chance, or the points that came up. */
export function span(review: Review): [low: number, high: number] {
  if (review.unit === "win") return [0, 1];
  const values = review.curve.flatMap((point) => point.values);
  const low = Math.min(...values);
  const high = Math.max(...values);
  return high > low ? [low, high] : [low - 1, high + 1];
}
