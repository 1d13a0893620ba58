// Skill without luck: wins of a hundred against champions, and how sure that is. docs/skill.md has the formula.

import type { Review } from "../coach/forms";
import { fold } from "../game/evolving";
import { openingState, type GameRecord } from "../game/record";
import type { Event } from "../game/events";

const SURE = 1.96;
/** A skill is shown once its interval is at most so wide on either side, in wins of a hundred. */
const NARROW = 3;
const FEWEST_GAMES = 10;

/** One seat's share of one rated game, all in chances to win. */
export interface Account {
  sheet: string;
  seats: number;
  result: number;
  adjusted: number;
  given_away: number;
  decisions: number;
}

export interface Skill {
  sheet: string;
  seats: number;
  games: number;
  wins: number;
  half: number;
  per_decision: number;
  sure: boolean;
}

/** Why a game is not rated, by a word for programs. */
export type Unrated = "" | "hint" | "time" | "left" | "hand" | "late" | "running" | "start" | "unknown";
const WHY: Partial<Record<Event["type"], Unrated>> = {
  AdviceUsed: "hint",
  TurnTimedOut: "time",
  Resigned: "left",
  TurnEntered: "hand",
  Corrected: "hand",
  Adjusted: "hand",
  SeatTaken: "late",
  DiceSet: "hand",
  GoalMoved: "hand",
};

export function whyUnrated(record: GameRecord, report: Review | null): Unrated {
  for (const event of record.events) {
    const why = WHY[event.type];
    if (why) return why;
  }
  if (fold(openingState(record), record.events).phase !== "over") return "running";
  if (record.start) return "start";
  return report?.exact && report.unit === "win" ? "" : "unknown";
}

/** The account of a seat of a rated game. */
export function accountOf(record: GameRecord, report: Review, seat: number): Account | null {
  const player = report.players[seat];
  if (!player || whyUnrated(record, report)) return null;
  const { result, adjusted, loss, unforced } = player;
  return { sheet: record.rules.name, seats: record.names.length, result, adjusted, given_away: loss, decisions: unforced };
}

/** The skill on every sheet and number of seats: an even share of a hundred, less what a game gives away. */
export function skillsOf(accounts: readonly Account[]): Skill[] {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    const key = `${account.sheet} ${account.seats}`;
    groups.set(key, [...(groups.get(key) ?? []), account]);
  }
  return [...groups.values()].map((games) => {
    const [{ sheet, seats }] = games as [Account];
    const lost = games.reduce((sum, game) => sum + game.given_away, 0);
    const mean = lost / games.length;
    const squares = games.reduce((sum, game) => sum + (game.given_away - mean) ** 2, 0);
    const half = games.length < 2 ? Infinity : 100 * SURE * Math.sqrt(squares / (games.length - 1) / games.length);
    const decisions = games.reduce((sum, game) => sum + game.decisions, 0);
    const sure = games.length >= FEWEST_GAMES && half <= NARROW;
    return { sheet, seats, games: games.length, wins: 100 / seats - 100 * mean, half, per_decision: decisions ? lost / decisions : 0, sure };
  });
}
