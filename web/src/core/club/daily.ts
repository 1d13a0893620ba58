// The daily game: ten rounds alone for points, the same dice for everybody, judged by what was decided.

import { adviseOn } from "../coach/advising";
import type { Decision, Review } from "../coach/forms";
import { review } from "../coach/reviewing";
import { classOf, EQUAL, whole } from "../coach/scales";
import { lowestDice } from "../game/choices";
import type { Command } from "../game/commands";
import { SeededDice } from "../game/dice";
import type { Event } from "../game/events";
import { statesOf, type GameRecord } from "../game/record";
import { play } from "../game/referee";
import { Refusal } from "../game/refusals";
import { newGame, totals, type State } from "../game/state";
import { load } from "../rules/loading";

/** Ten rounds alone; for points, since the goal of the sheet is out of reach on most days. */
export const SHEET = "marina-solitaire";

/** What a round was: nothing given away, a little, a mistake, a mistake that paid, a farkle well played. */
export type Square = "best" | "small" | "mistake" | "lucky" | "farkle";
const ORDER: readonly Square[] = ["best", "small", "mistake", "lucky", "farkle"];
/** Shapes differ, not only colours. */
export const SHAPES: Record<Square, string> = { best: "🟢", small: "🔶", mistake: "🟥", lucky: "🍀", farkle: "🌧" };

export interface Round {
  number: number;
  points: number;
  given_away: number;
  square: Square;
}

/** A daily game as it is told: points, what was given away against best play, round by round. */
export interface Judged {
  points: number;
  given_away: number;
  rounds: Round[];
  got_away: number;
}

/** A game of a day as a record. */
export function recordOf(seed: string, events: Event[], name = "You", player = "human"): GameRecord {
  const rest = { first: 0, start: "", date: "", late: 0, colours: [] };
  return { rules: load(SHEET), names: [name], players: [player], dice: `seeded ${seed}`, events, ...rest };
}

/** What a daily game came to, by the exact mean of the points to come. */
export function judge(record: GameRecord): Judged {
  const report = review(record, "points");
  const rounds = roundsOf(record, report);
  return {
    points: rounds.reduce((sum, round) => sum + round.points, 0),
    given_away: rounds.reduce((sum, round) => sum + round.given_away, 0),
    rounds,
    got_away: rounds.filter((round) => round.square === "lucky").length,
  };
}

function roundsOf(record: GameRecord, report: Review): Round[] {
  const scale = whole(record.rules, "points");
  const states = statesOf(record);
  const points = new Map<number, number>();
  const lost = new Set<number>();
  let before = 0;
  record.events.forEach((event, index) => {
    const state = states[index] as State;
    const [total = 0] = totals(state);
    if (event.type === "Farkled") lost.add(state.turn);
    if (event.type === "TurnBegan" || event.type === "GameEnded") {
      points.set(state.turn, total - before);
      before = total;
    }
  });
  const cost = ({ loss }: Decision): number => (loss > EQUAL * scale ? loss : 0);
  return [...points.keys()]
    .sort((a, b) => a - b)
    .map((number) => {
      const decisions = report.decisions.filter((decision) => decision.turn === number);
      const given_away = decisions.reduce((sum, decision) => sum + cost(decision), 0);
      // A mistake paid where the round brought more than best play had in store at that moment.
      const worst = decisions.reduce<Decision | null>((most, one) => (most && most.loss >= one.loss ? most : one), null);
      const brought = points.get(number) ?? 0;
      const paid = worst !== null && brought > worst.best.expected;
      return { number, points: brought, given_away, square: squareOf(given_away, scale, lost.has(number), paid) };
    });
}

function squareOf(cost: number, scale: number, farkled: boolean, paid: boolean): Square {
  const kind = classOf(cost, scale);
  if (kind === "mistake" || kind === "blunder") return paid ? "lucky" : "mistake";
  if (farkled) return "farkle";
  return cost > 0 ? "small" : "best";
}

/** The shapes of a game, sorted best first, so that they spoil nothing. */
export function shapesOf(rounds: readonly Round[]): string {
  const sorted = rounds.map(({ square }) => square).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return sorted.map((square) => SHAPES[square]).join("");
}

/** What best play for points does. */
function bestCommand(state: State): Command {
  const seat = state.mover;
  if (state.step === "roll") return { type: "Roll", seat };
  const [best] = adviseOn(state, "points").options;
  if (!best) throw new Error("there is always something to do");
  if (best.keep) return { type: "Keep", seat, dice: lowestDice(state, best.keep), then: best.action === "bank" ? "bank" : "roll" };
  return best.action === "bank" ? { type: "Bank", seat } : { type: "Roll", seat };
}

/** The game of best play with the dice of a day; the fox plays it. */
export function foxGame(seed: string): GameRecord {
  const dice = new SeededDice(seed);
  let state = newGame(load(SHEET), 1, { first: 0 });
  const events: Event[] = [];
  while (state.phase !== "over") {
    const result = play(state, state.step === "wait" ? dice.throw(state) : bestCommand(state));
    if (result instanceof Refusal) throw new Error(result.sentence);
    state = result.state;
    events.push(...result.events);
  }
  return recordOf(seed, events, "Vesper", "champion");
}
