// The ends of a turn: stops, and what each leads to. This is their one definition.

import { reached, type Ends, type Ruleset } from "./ruleset";

/** What says when somebody may stop. */
export type Stops = Ends & Pick<Ruleset, "opening" | "minimum" | "minimum_binds_win" | "bank_step"> & { opening_policy: string };

/**
 * What a stop leads to: refused because the points are not a multiple of what every bank must be one of, too little
 * to get on the board, or less than a stop needs; or over with nothing recorded, or with the turn total recorded.
 */
export type End = "uneven" | "below_opening" | "below_minimum" | "nothing" | "counts";

/** What a stop is made from: a recorded total, on the board or not; in a play-off the target counts no more. */
export interface Standing {
  total: number;
  opened: boolean;
  playOff: boolean;
}

/** Whether the stop may be made. */
export function isLegal(end: End): boolean {
  return end === "nothing" || end === "counts";
}

/** What a stop leads to for a player with this turn total. */
export function endOfStop(rules: Stops, standing: Standing, turnTotal: number): End {
  const end = endOfAnyStop(rules, standing, turnTotal);
  if (!isLegal(end) || !rules.bank_step || turnTotal % rules.bank_step === 0) return end;
  return rules.minimum_binds_win || !wins(rules, standing, turnTotal) ? "uneven" : end;
}

function wins(rules: Stops, { total, playOff }: Standing, turnTotal: number): boolean {
  return !playOff && reached(rules, total + turnTotal);
}

/** What a stop leads to if any number of points may be banked. */
function endOfAnyStop(rules: Stops, standing: Standing, turnTotal: number): End {
  const below = !standing.opened && turnTotal < rules.opening;
  if (below && rules.opening_policy === "must_reach") return "below_opening";
  if (turnTotal < rules.minimum && (rules.minimum_binds_win || !wins(rules, standing, turnTotal))) return "below_minimum";
  const exact = rules.target > 0 && rules.reach === "exactly" && !standing.playOff;
  return below || (exact && standing.total + turnTotal > rules.target) ? "nothing" : "counts";
}

/** The smallest turn total with which a stop is legal (0: any). */
export function leastStop(rules: Stops, standing: Standing): number {
  const turns = [0, rules.opening, rules.minimum];
  if (rules.target) turns.push(rules.target - standing.total, rules.target - standing.total + 1);
  const possible = turns.filter((turn) => turn >= 0).sort((a, b) => a - b);
  const least = possible.find((turn) => isLegal(endOfAnyStop(rules, standing, turn))) ?? 0;
  const uneven = endOfStop(rules, standing, least) === "uneven";
  return uneven ? Math.ceil(least / rules.bank_step) * rules.bank_step : least;
}

/** What a farkle takes from a player with a recorded total, and how many farkles in a row stand then. */
export function afterFarkle(rules: Pick<Ruleset, "penalty">, total: number, farkles: number): { points: number; farkles: number } {
  const { count, points, restarts, floor } = rules.penalty;
  const now = farkles + 1;
  if (now < count) return { points: 0, farkles: now };
  const cost = points && floor !== null ? Math.max(0, Math.min(points, total - floor)) : points;
  return { points: cost, farkles: restarts && points ? 0 : Math.min(now, count) };
}
