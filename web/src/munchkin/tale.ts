// The story of a game of Munchkin Dice, read from its film: what everybody did, and how it was decided in a sentence.
// Each kind has its condition, the first that holds is told, and nothing is claimed that was not so. Pure, for tests.

import { handOut } from "../ending/awards";
import type { MunchkinFilm } from "../net/messages";
import type { MunchkinEvent } from "./types";

/** What one seat did and suffered. */
export interface Deeds {
  fights: number;
  runs: number;
  deaths: number;
  helped: number;
  /** Levels by where they came from, and those that went. */
  stolen: number;
  rolled: number;
  sold: number;
  paid: number;
  lost: number;
  /** Cards played against others, and Curses of others that struck. */
  meddled: number;
  cursed: number;
}

export interface Course {
  winners: readonly number[];
  levels: readonly number[];
  /** The levels of everybody when each turn began, with who was to move. */
  turns: { mover: number; levels: number[] }[];
  deeds: Deeds[];
  /** The last fight of the winner that was won: against what, with whose help (-1: nobody's), where a replay shows it. */
  last: { monster: string; helper: number; step: number } | null;
}

const NOTHING: Deeds = { fights: 0, runs: 0, deaths: 0, helped: 0, stolen: 0, rolled: 0, sold: 0, paid: 0, lost: 0, meddled: 0, cursed: 0 };
const SOURCES: Record<string, "stolen" | "rolled" | "sold"> = { stolen: "stolen", result: "rolled", sold: "sold" };

/** The course of a finished game. */
export function courseOf(film: Pick<MunchkinFilm, "seats" | "pictures">): Course {
  let seats = film.seats;
  const deeds = seats.map(() => ({ ...NOTHING }));
  const turns: Course["turns"] = [];
  const victories: { seat: number; monster: string; helper: number; step: number }[] = [];
  let winners: readonly number[] = [];
  let fight: { seat: number; helper: number; monsters: readonly string[] } | null = null;
  film.pictures.forEach((picture, place) => {
    const event = picture.event as MunchkinEvent;
    const one = deeds[event.seat ?? -1];
    seats = picture.seats ?? seats;
    if (event.type === "FightWon" && fight) victories.push({ seat: fight.seat, monster: fight.monsters[0] ?? "", helper: fight.helper, step: place + 1 });
    if (event.type === "TurnBegan") turns.push({ mover: event.seat ?? 0, levels: seats.map((seat) => seat.level) });
    if (event.type === "GameEnded") winners = event.winners ?? [];
    if (one) count(one, event, fight?.seat ?? picture.mover);
    if (event.type === "CurseStruck" && event.by !== undefined && event.by !== event.seat) {
      const by = deeds[event.by];
      if (by) by.meddled++;
    }
    fight = picture.fight;
  });
  const last = victories.findLast((one) => winners.length === 1 && one.seat === winners[0]) ?? null;
  return { winners, levels: seats.map((seat) => seat.level), turns, deeds, last };
}

/** What an event adds to the deeds of its seat; `whose` is who fights or moves. */
function count(one: Deeds, event: MunchkinEvent, whose: number): void {
  const others = event.seat !== whose;
  switch (event.type) {
    case "FightWon":
      one.fights++;
      break;
    case "FlightBegan":
      one.runs++;
      break;
    case "Died":
      one.deaths++;
      break;
    case "HelpAnswered":
      if (event.yes) one.helped++;
      break;
    case "LevelPaid":
      one.paid++;
      break;
    case "LevelsGained": {
      const source = SOURCES[event.why ?? ""];
      if (source) one[source] += event.levels ?? 0;
      break;
    }
    case "LevelsLost":
      one.lost += event.levels ?? 0;
      break;
    case "CurseStruck":
      if (event.by !== event.seat) one.cursed++;
      break;
    case "FightBoosted":
      if (others && event.side === "monsters") one.meddled++;
      break;
    case "MonsterJoined":
    case "DieTurned":
      if (others) one.meddled++;
      break;
  }
}

/** The best of those who did not win. */
export function runnerUp(course: Course): number {
  let best = -1;
  course.levels.forEach((level, seat) => {
    if (!course.winners.includes(seat) && (best < 0 || level > (course.levels[best] ?? 0))) best = seat;
  });
  return best;
}

/** Who stands above all others; -1 where several do. */
function above(levels: readonly number[]): number {
  const most = Math.max(...levels);
  return levels.filter((one) => one === most).length === 1 ? levels.indexOf(most) : -1;
}

/** How often the first place went from one to another. */
function changes(course: Course): number {
  const leaders = [...course.turns.map((turn) => above(turn.levels)), above(course.levels)].filter((seat) => seat >= 0);
  return leaders.filter((seat, place) => place > 0 && seat !== leaders[place - 1]).length;
}

export type Kind =
  | "turned" | "risen" | "thief" | "cursed" | "helped" | "gambler" | "seller" | "seesaw"
  | "never_ran" | "all_the_way" | "runaway" | "close" | "monster"; // prettier-ignore

type Found = { values?: Record<string, number>; about?: number; helper?: number; monster?: string } | undefined;

/** Every kind with its condition, the most telling first. */
export const KINDS: Record<Kind, (course: Course, winner: number, second: number) => Found> = {
  // Somebody stood above the winner when the winner's last turn began.
  turned(course, winner) {
    const levels = course.turns.findLast((turn) => turn.mover === winner)?.levels;
    const n = levels ? Math.max(...levels) - (levels[winner] ?? 0) : 0;
    return n > 0 ? { values: { n } } : undefined;
  },
  risen(course, winner) {
    const n = course.deeds[winner]?.deaths ?? 0;
    return n ? { values: { n } } : undefined;
  },
  thief(course, winner) {
    const n = course.deeds[winner]?.stolen ?? 0;
    return n >= 2 ? { values: { n } } : undefined;
  },
  // Whoever came second was struck by others more often than anybody would like.
  cursed(course, _winner, second) {
    const n = course.deeds[second]?.cursed ?? 0;
    return n >= 3 ? { values: { n }, about: second } : undefined;
  },
  helped(course) {
    return course.last && course.last.helper >= 0 ? { helper: course.last.helper } : undefined;
  },
  // The die gave clearly more than it took.
  gambler(course, winner) {
    const { paid = 0, rolled = 0, stolen = 0 } = course.deeds[winner] ?? {};
    return paid > 0 && rolled + stolen >= paid + 2 ? { values: { paid, n: rolled + stolen } } : undefined;
  },
  seller(course, winner) {
    const n = course.deeds[winner]?.sold ?? 0;
    return n >= 2 ? { values: { n } } : undefined;
  },
  seesaw(course) {
    const n = changes(course);
    return n >= 4 ? { values: { n } } : undefined;
  },
  never_ran(course, winner) {
    const { fights = 0, runs = 0 } = course.deeds[winner] ?? {};
    return fights >= 4 && !runs ? { values: { n: fights } } : undefined;
  },
  // Nobody ever stood above the winner when a turn began, in a game of some length.
  all_the_way(course, winner) {
    const held = course.turns.every((turn) => Math.max(...turn.levels) === turn.levels[winner]);
    return held && course.turns.length >= 2 * course.levels.length ? {} : undefined;
  },
  // The second has at most half the levels.
  runaway(course, winner, second) {
    const [most, next] = [course.levels[winner] ?? 0, course.levels[second] ?? 0];
    return second >= 0 && 2 * next <= most ? { values: { n: most - next } } : undefined;
  },
  close(course, winner, second) {
    const n = (course.levels[winner] ?? 0) - (course.levels[second] ?? 0);
    return second >= 0 && n === 1 ? { about: second } : undefined;
  },
  monster(course) {
    return course.last ? { monster: course.last.monster } : undefined;
  },
};

/** A sentence by its word and what fills it: numbers, a seat for a name, a card for its name. */
export interface Sentence {
  word: string;
  values: Record<string, number>;
  seats: Record<string, number>;
  cards: Record<string, string>;
}

/** How the game was decided, told to the seat `mine` (-1: to others); nothing where nobody won alone. */
export function decided(course: Course, mine: number): Sentence | undefined {
  const [winner = -1] = course.winners;
  if (course.winners.length !== 1 || course.levels.length < 2) return undefined;
  const second = runnerUp(course);
  for (const [kind, holds] of Object.entries(KINDS)) {
    const found = holds(course, winner, second);
    if (!found) continue;
    const { values = {}, about = winner, helper, monster } = found;
    const form = about === mine ? "_you" : helper !== undefined && helper === mine ? "_by_you" : "";
    return {
      word: `mk.tale_${kind}${form}`,
      values,
      seats: { name: about, ...(helper === undefined ? {} : { helper }) },
      cards: monster === undefined ? {} : { monster },
    };
  }
  return undefined;
}

export type Award = "slayer" | "robbed" | "meddler" | "gambler" | "helper" | "kindest";

/** One award for each of some seats. */
export function awards(course: Course, seats: readonly number[]): { seat: number; award: Award; value: number }[] {
  const facts = new Map(
    seats.map((seat) => {
      const { fights = 0, lost = 0, meddled = 0, paid = 0, helped = 0 } = course.deeds[seat] ?? {};
      return [seat, { slayer: fights, robbed: lost, meddler: meddled, gambler: paid, helper: helped }];
    }),
  );
  return handOut(facts, ["slayer", "meddler", "robbed", "gambler", "helper"]);
}
