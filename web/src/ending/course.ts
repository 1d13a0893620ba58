// The course of a game, read from its turns: who led when, what was lost, how it was decided. Pure, for tests.

import type { TurnLine } from "../game/story";
import type { GameEvent } from "../net/messages";

export interface Course {
  seats: number;
  turns: readonly TurnLine[];
  winners: readonly number[];
  totals: readonly number[];
  /** Totals before each turn, by seat, and after the last one. */
  standings: number[][];
  /** Who led alone before each turn and after the last; -1 where nobody did. */
  leaders: number[];
}

/** The course of a game; `start` are the points that everybody began with. */
export function courseOf(turns: readonly TurnLine[], winners: readonly number[], totals: readonly number[], start: readonly number[] = []): Course {
  let now = totals.map((_, seat) => start[seat] ?? 0);
  const standings = [now];
  for (const turn of turns) {
    now = now.map((total, seat) => (seat === turn.seat ? total + (turn.points ?? 0) - turn.penalty : total));
    standings.push(now);
  }
  return { seats: totals.length, turns, winners, totals, standings, leaders: standings.map(leader) };
}

/** The seat with the most points, -1 where several have them. */
export function leader(totals: readonly number[]): number {
  const most = Math.max(...totals);
  const first = totals.indexOf(most);
  return totals.lastIndexOf(most) === first ? first : -1;
}

/** The best of those who did not win; -1 where nobody else played. */
export function runnerUp(course: Course): number {
  let best = -1;
  course.totals.forEach((total, seat) => {
    if (!course.winners.includes(seat) && (best < 0 || total > (course.totals[best] ?? 0))) best = seat;
  });
  return best;
}

/** The place of the last turn after which the leader was another one than before; -1 where the lead never changed. */
export function lastChange(course: Course): number {
  let found = -1;
  let before = -1;
  course.leaders.forEach((now, place) => {
    if (now < 0) return;
    if (before >= 0 && now !== before) found = place - 1;
    before = now;
  });
  return found;
}

/** How often the lead went from one to another. */
export function changes(course: Course): number {
  let count = 0;
  let before = -1;
  for (const now of course.leaders) {
    if (now < 0) continue;
    if (before >= 0 && now !== before) count++;
    before = now;
  }
  return count;
}

/** What a seat lost by farkles: points of the turns, and penalties. */
export function lostBy(course: Course, seat: number): { points: number; penalties: number; farkles: number } {
  const own = course.turns.filter((turn) => turn.seat === seat && turn.how === "farkle");
  return {
    points: own.reduce((sum, turn) => sum + turn.lost, 0),
    penalties: own.reduce((sum, turn) => sum + turn.penalty, 0),
    farkles: own.length,
  };
}

/** The throw that decided a game: what was rolled, what was kept of it, and where a replay shows it. */
export interface Deciding {
  rolled: number[];
  faces: number[];
  points: number;
  step: number;
}

/** The best keep of the winner, with the throw that it was taken from. */
export function decidingThrow(events: readonly GameEvent[], winner: number): Deciding | null {
  let found: Deciding | null = null;
  let rolled: number[] = [];
  let step = 0;
  events.forEach((event, place) => {
    if (!("seat" in event) || event.seat !== winner) return;
    if (event.type === "DiceRolled") {
      rolled = event.faces;
      step = place + 1;
    } else if (event.type === "DiceKept" && (!found || event.points > found.points)) {
      found = { rolled, faces: event.faces, points: event.points, step };
    }
  });
  return found;
}
