// The story of a game in a sentence or two. Each kind has its condition, and the first that holds is told; where none
// does, nothing is claimed. `mine` says whose eyes read it: words about "you" have a form of their own.

import type { Review } from "../net/messages";
import { asShare } from "../review/units";
import type { Course } from "./course";
import { changes, lastChange, lostBy, runnerUp } from "./course";

export type Kind =
  | "turned" | "great_turn" | "farkles" | "penalty" | "all_the_way" | "slow_start" | "seesaw" | "close"
  | "runaway" | "no_farkle" | "lost_points" | "late_lead"; // prettier-ignore

/** A sentence by its word and what fills it; seats stand for their names. */
export interface Sentence {
  word: string;
  values: Record<string, number>;
  seats: Record<string, number>;
}

const GREAT = 1500;
const CLOSE = 300;
/** Where in a game "late" begins. */
const LATE = 0.6;

type Found = { kind: Kind; values?: Record<string, number>; seats?: Record<string, number> } | undefined;

/** Every kind with its condition, the most telling first. */
export const KINDS: Record<Kind, (course: Course, winner: number, second: number) => Found> = {
  // Behind before the own last turn, which won it, and nobody had a turn to answer but those who failed.
  turned(course, winner) {
    const last = course.turns.map((turn) => turn.seat).lastIndexOf(winner);
    const turn = course.turns[last];
    const before = course.standings[last];
    if (!turn?.points || !before || last < course.turns.length - course.seats) return undefined;
    const behind = Math.max(...before.filter((_, seat) => seat !== winner)) - (before[winner] ?? 0);
    return behind > 0 ? { kind: "turned", values: { points: turn.points, behind } } : undefined;
  },
  // One turn is worth more than the whole difference, and is a great one.
  great_turn(course, winner, second) {
    const best = course.turns.filter((turn) => turn.seat === winner).sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0];
    const margin = (course.totals[winner] ?? 0) - (course.totals[second] ?? 0);
    if (!best?.points || best.points < GREAT || best.points <= margin) return undefined;
    return { kind: "great_turn", values: { points: best.points, round: best.round } };
  },
  // The second led until two farkles in a row of its own, and then the winner went past for good.
  farkles(course, winner, second) {
    const change = lastChange(course);
    if (change < 0 || second < 0 || course.turns[change]?.seat !== winner) return undefined;
    const led = course.leaders.slice(0, change + 1).filter((seat) => seat >= 0).at(-1) === second;
    const own = course.turns.slice(0, change).filter((turn) => turn.seat === second).slice(-2);
    const failed = own.length === 2 && own.every((turn) => turn.how === "farkle");
    return led && failed ? { kind: "farkles", values: { n: 2, round: own[0]?.round ?? 0 }, seats: { loser: second, winner } } : undefined;
  },
  // Without the penalties the second would have won.
  penalty(course, winner, second) {
    if (second < 0) return undefined;
    const cost = lostBy(course, second).penalties;
    const margin = (course.totals[winner] ?? 0) - (course.totals[second] ?? 0);
    return cost && cost >= margin ? { kind: "penalty", values: { points: cost, margin }, seats: { loser: second } } : undefined;
  },
  // Nobody else ever led, in a game of some length.
  all_the_way(course, winner) {
    const led = course.leaders.filter((seat) => seat >= 0);
    return course.turns.length >= 3 * course.seats && led.length > 0 && led.every((seat) => seat === winner) ? { kind: "all_the_way" } : undefined;
  },
  // The winner had nothing when all others had points, for three rounds or more.
  slow_start(course, winner) {
    const first = course.turns.find((turn) => turn.seat === winner && (turn.points ?? 0) > 0)?.round ?? 0;
    const others = course.totals.map((_, seat) => seat).filter((seat) => seat !== winner);
    const begun = Math.max(...others.map((seat) => course.turns.find((turn) => turn.seat === seat && (turn.points ?? 0) > 0)?.round ?? Infinity));
    return first - begun >= 3 ? { kind: "slow_start", values: { round: first } } : undefined;
  },
  seesaw(course) {
    const n = changes(course);
    return n >= 4 ? { kind: "seesaw", values: { n } } : undefined;
  },
  close(course, winner, second) {
    const points = (course.totals[winner] ?? 0) - (course.totals[second] ?? 0);
    return second >= 0 && points > 0 && points <= CLOSE ? { kind: "close", values: { points } } : undefined;
  },
  // The last time that the lead changed was late.
  late_lead(course, winner) {
    const change = lastChange(course);
    const turn = course.turns[change];
    return turn && turn.seat === winner && change >= LATE * course.turns.length ? { kind: "late_lead", values: { round: turn.round }, seats: { winner } } : undefined;
  },
  // The second has at most half of what the winner has.
  runaway(course, winner, second) {
    const [most, next] = [course.totals[winner] ?? 0, course.totals[second] ?? 0];
    return second >= 0 && most > 0 && next * 2 <= most ? { kind: "runaway", values: { points: most - next } } : undefined;
  },
  no_farkle(course, winner) {
    const own = course.turns.filter((turn) => turn.seat === winner);
    return own.length >= 5 && own.every((turn) => turn.how !== "farkle") ? { kind: "no_farkle", values: { n: own.length } } : undefined;
  },
  // What the second lost to farkles is more than what was missing.
  lost_points(course, winner, second) {
    if (second < 0) return undefined;
    const { points, farkles } = lostBy(course, second);
    const margin = (course.totals[winner] ?? 0) - (course.totals[second] ?? 0);
    return farkles && points > margin ? { kind: "lost_points", values: { points, margin }, seats: { loser: second } } : undefined;
  },
};

const ORDER: Kind[] = [
  "turned", "great_turn", "farkles", "penalty", "all_the_way", "slow_start", "seesaw", "close", "late_lead", "runaway",
  "no_farkle", "lost_points",
]; // prettier-ignore

/** How the game was decided; nothing where no kind holds or nobody won alone. */
export function decided(course: Course, mine: number): Sentence | undefined {
  const [winner = -1] = course.winners;
  if (course.winners.length !== 1 || course.seats < 2 || !course.turns.length) return undefined;
  const second = runnerUp(course);
  for (const kind of ORDER) {
    const found = KINDS[kind](course, winner, second);
    if (!found) continue;
    const { values = {}, seats = {} } = found;
    const about = seats.loser ?? winner;
    return { word: `tale.${kind}${about === mine ? "_you" : ""}`, values, seats: { ...seats, name: about } };
  }
  return undefined;
}

/** What is so little that it is nothing, in hundredths of a win. */
const EVEN = 0.02;

export type Judged =
  | "chose_better_lost" | "chose_worse_won" | "chose_better_won" | "chose_worse_lost" | "lucky" | "unlucky" | "even"
  | "little_better_lost" | "little_better_won" | "little_worse_lost"; // prettier-ignore

/** Grades, the best first: who chose better has no worse one, and with the same one it was only a little. */
const GRADES = ["A+", "A", "B", "C", "D", "E", "F"];

/** Who chose better and whose dice were kinder, between two, as the review says it; from the eyes of one of them. */
export function judged(report: Pick<Review, "unit" | "players" | "winners">, mine: number): { kind: Judged; other: number } | undefined {
  if (report.players.length !== 2 || report.winners.length !== 1 || mine < 0) return undefined;
  const me = report.players.find((one) => one.seat === mine);
  const they = report.players.find((one) => one.seat !== mine);
  if (!me || !they) return undefined;
  const won = report.winners.includes(mine);
  const grades = GRADES.indexOf(they.grade) - GRADES.indexOf(me.grade);
  const given = asShare(they.loss - me.loss, report.unit);
  // Where the whole game says one thing and the mean decision another, nobody chose better.
  const better = given * grades < 0 ? 0 : given;
  const luck = asShare(me.luck - they.luck, report.unit);
  const kind: Judged =
    better > EVEN && !won && luck < -EVEN ? (grades ? "chose_better_lost" : "little_better_lost")
    : better < -EVEN && won && luck > EVEN ? "chose_worse_won"
    : better > EVEN && won ? (grades ? "chose_better_won" : "little_better_won")
    : better < -EVEN && !won ? (grades ? "chose_worse_lost" : "little_worse_lost")
    : luck > 0.1 ? "lucky"
    : luck < -0.1 ? "unlucky"
    : "even"; // prettier-ignore
  return { kind, other: they.seat };
}

/** How much somebody who played alone gave away: nothing to speak of, a little, or much. */
export function givenAway(loss: number, unit: Review["unit"]): "none" | "little" | "much" {
  const share = asShare(loss, unit);
  return share <= 0.005 ? "none" : share <= 0.1 ? "little" : "much";
}

/** What alone is missing to a goal, in dice where that is short: [ones, fives], or null. */
export function inDice(missing: number, one: number, five: number): [number, number] | null {
  if (missing <= 0 || one !== 100 || five !== 50 || missing > 250 || missing % 50) return null;
  return [Math.floor(missing / 100), (missing % 100) / 50];
}
