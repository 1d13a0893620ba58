// What the mover plays for now: one fact, always the most urgent. Screens put it into words.

import { leastMeeting, reached, stepOf, type Ruleset, type Steps } from "../rules/ruleset";
import { afterFarkle, type Stops } from "../rules/stops";

type Aims = Stops & Steps & Pick<Ruleset, "rounds" | "solo_goal">;

interface Player {
  total: number;
  opened: boolean;
  farkles: number;
  gone: boolean;
}

/** Where a game stands, as its view says it; `needed` is the smallest turn with which the mover may stop. */
export interface Standing {
  phase: string;
  mover: number;
  round: number;
  needed: number;
  seats: readonly Player[];
}

/** Points are those of this turn where nothing else is said; `rest` is what is still missing. */
export type Goal =
  | { kind: "alone"; round: number; rounds: number; goal: number; rest: number }
  | { kind: "roll_off" | "play_off" }
  | { kind: "last"; rest: number }
  | { kind: "opening" | "minimum"; points: number; rest: number }
  | { kind: "penalty"; points: number }
  | { kind: "round"; round: number; rounds: number }
  | { kind: "target"; target: number; rest: number };

/** What the mover must make in this turn to lead. */
export function pointsToLead(rules: Steps, game: Standing): number {
  const mine = game.seats[game.mover]?.total ?? 0;
  const others = game.seats.filter((seat, index) => index !== game.mover && !seat.gone).map((seat) => seat.total);
  return Math.max(0, Math.max(0, ...others) - mine + stepOf(rules));
}

/** The goal of the mover, whose turn would have `points`; null where there is none. */
export function goalOf(rules: Aims, game: Standing, points: number): Goal | null {
  const seat = game.seats[game.mover];
  if (!seat) return null;
  const { round } = game;
  const { rounds, solo_goal: goal, opening, target } = rules;
  if (game.seats.length === 1 && rounds && goal) return { kind: "alone", round, rounds, goal, rest: goal - seat.total - points };
  if (game.phase === "roll_off" || game.phase === "play_off") return { kind: game.phase };
  if (game.phase === "last") return { kind: "last", rest: Math.max(0, pointsToLead(rules, game) - points) };
  if (!seat.opened && opening) return { kind: "opening", points: opening, rest: opening - points };
  const costs = seat.farkles ? afterFarkle(rules, seat.total, seat.farkles).points : 0;
  if (costs) return { kind: "penalty", points: costs };
  if (points < game.needed) return { kind: "minimum", points: game.needed, rest: game.needed - points };
  if (rounds) return { kind: "round", round, rounds };
  if (!target) return null;
  const rest = leastMeeting(rules, target) - seat.total - points;
  // Beyond an exact target a turn counts nothing: there is nothing to say that spurs on.
  return rest > 0 || reached(rules, seat.total + points) ? { kind: "target", target, rest: Math.max(0, rest) } : null;
}
