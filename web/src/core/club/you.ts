// A page about somebody: games, wins, luck, what was given away over time, friends, records, one thing to try.

import type { Decision, Option, Review, Unit } from "../coach/forms";
import { review } from "../coach/reviewing";
import { NothingToSay } from "../players/unsolved";
import { fold } from "../game/evolving";
import { openingState, type GameRecord } from "../game/record";
import { totals } from "../game/state";
import { earned, MEDALS, type Medal } from "./medals";
import { accountOf, skillsOf, whyUnrated, type Account, type Skill, type Unrated } from "./skill";

/** What one finished game leaves about one seat: small enough to keep, so that no game is reviewed twice. */
export interface Note {
  game: string;
  date: string;
  sheet: string;
  title: string;
  name: string;
  others: string[];
  won: boolean;
  total: number;
  /** The most that was recorded in one turn, seat by seat; the table has its records from here. */
  turns: { name: string; bot: boolean; points: number }[];
  best_turn: number;
  medals: Medal[];
  unit: Unit;
  luck: number | null;
  given_away: number | null;
  account: Account | null;
  unrated: Unrated;
  lesson: Lesson | null;
}

/** What to try: a position of an own game, what was best there, and what the other choice cost. */
export interface Lesson {
  position: string;
  roll: string;
  turn_total: number;
  best: Option;
  loss: number;
  unit: Unit;
}

/** What a finished game leaves about a seat; null where it is not over, or there is no such seat. */
export function noteOf(game: string, record: GameRecord, seat: number): Note | null {
  const end = fold(openingState(record), record.events);
  if (end.phase !== "over" || record.names[seat] === undefined) return null;
  const report = reviewed(record);
  const unrated = whyUnrated(record, report);
  const player = report?.exact ? report.players[seat] : undefined;
  const bests = record.names.map((name, index) => ({ name, bot: record.players[index] !== "human", points: bestTurn(record, index) }));
  return {
    game,
    date: record.date,
    sheet: record.rules.name,
    title: record.rules.title,
    name: record.names[seat],
    others: record.names.filter((_, other) => other !== seat),
    won: end.winners.includes(seat),
    total: totals(end)[seat] ?? 0,
    turns: bests,
    best_turn: bests[seat]?.points ?? 0,
    medals: earned(record, seat, report),
    unit: report?.unit ?? "win",
    luck: player?.luck ?? null,
    given_away: player?.loss ?? null,
    account: report ? accountOf(record, report, seat) : null,
    unrated,
    lesson: lessonOf(report, seat),
  };
}

function reviewed(record: GameRecord): Review | null {
  try {
    return review(record);
  } catch (error) {
    if (error instanceof NothingToSay) return null;
    throw error;
  }
}

/** The most that a seat has recorded in one turn. */
function bestTurn(record: GameRecord, seat: number): number {
  return Math.max(0, ...record.events.map((event) => (event.type === "Banked" && event.seat === seat ? event.points : 0)));
}

/** The costliest decision of a seat, null where there was none to speak of. */
function lessonOf(report: Review | null, seat: number): Lesson | null {
  const wrong = (report?.decisions ?? []).filter(
    (one) => one.seat === seat && (one.class === "mistake" || one.class === "blunder") && one.position,
  );
  const worst = wrong.reduce<Decision | null>((most, one) => (most && most.loss >= one.loss ? most : one), null);
  if (!worst || !report) return null;
  const { position, roll, turn_total, best, loss } = worst;
  return { position, roll, turn_total, best, loss, unit: report.unit };
}

export interface Against {
  name: string;
  games: number;
  wins: number;
}

/** Everything that the page about somebody shows. */
export interface You {
  games: number;
  wins: number;
  best: { points: number; game: string };
  /** The biggest turn at the tables of this device, whoever made it. */
  record: { name: string; points: number; game: string } | null;
  luck: number[];
  given_away: number[];
  skills: Skill[];
  against: Against[];
  medals: Partial<Record<Medal, number>>;
  lesson: Lesson | null;
}

const RECENT = 20;

/** The page about somebody, from the notes of their games, oldest first. */
export function you(notes: readonly Note[]): You {
  const met = new Map<string, Against>();
  const medals: Partial<Record<Medal, number>> = {};
  let best = { points: 0, game: "" };
  let record: You["record"] = null;
  for (const note of notes) {
    for (const name of note.others) {
      const { games, wins } = met.get(name) ?? { games: 0, wins: 0 };
      met.set(name, { name, games: games + 1, wins: wins + Number(note.won) });
    }
    for (const medal of note.medals) medals[medal] = (medals[medal] ?? 0) + 1;
    if (note.best_turn > best.points) best = { points: note.best_turn, game: note.game };
    for (const turn of note.turns) {
      if (!turn.bot && turn.points > (record?.points ?? 0)) record = { name: turn.name, points: turn.points, game: note.game };
    }
  }
  const wins = notes.filter((note) => note.unit === "win");
  const lessons = notes.slice(-RECENT).flatMap((note) => note.lesson ?? []);
  const share = (lesson: Lesson): number => (lesson.unit === "win" ? lesson.loss : lesson.loss / 5000);
  return {
    games: notes.length,
    wins: notes.filter((note) => note.won).length,
    best,
    record,
    luck: wins.flatMap((note) => note.luck ?? []),
    given_away: wins.flatMap((note) => note.given_away ?? []),
    skills: skillsOf(notes.flatMap((note) => note.account ?? [])),
    against: [...met.values()].sort((a, b) => b.games - a.games),
    medals: Object.fromEntries(MEDALS.flatMap((medal) => (medals[medal] ? [[medal, medals[medal]]] : []))),
    lesson: lessons.reduce<Lesson | null>((most, one) => (most && share(most) >= share(one) ? most : one), null),
  };
}
