// What the coach counts in, weighed alike: shares of a win, or points of a turn.

import type { Review } from "../net/messages";

/** Points that weigh about as much as a win, where a game is judged by the points of its turns. */
const POINTS = 5000;

/** An amount as a share of a win. */
export function asShare(value: number, unit: Review["unit"]): number {
  return unit === "win" ? value : value / POINTS;
}
