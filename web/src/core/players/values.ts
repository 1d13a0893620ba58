// The one place that picks where values come from: a table of this very sheet, points over rounds, or the turn.

import { penaltyNow } from "../game/endings";
import { active, moverOf, totals, type State } from "../game/state";
import { stoppingTotal } from "../game/lasting";
import { winnersOf } from "../game/turns";
import { recordedPoints, neededToBank } from "../game/verifying";
import { TurnValues } from "../odds/lanes";
import { NOT_ALLOWED, rollPlan } from "../odds/plan";
import { endlessWithoutRisk, someTurnCounts, Unsolvable } from "../odds/refusals";
import { tableOf } from "../odds/shelf";
import { soloTurns, turnInside } from "../odds/solved";
import type { Table } from "../odds/tables";
import { turnAnswer } from "../odds/turn";
import { beyond } from "../rules/canonical";
import { forATable } from "../rules/loading";
import type { Ruleset } from "../rules/ruleset";
import { totalToWin } from "./keeping";
import { SolvedTurn, type Source, type Unit, type Values } from "./solved_turns";
import { playing, positionOf } from "./solver_view";
import { NothingToSay } from "./unsolved";

const source = (kind: Source["kind"], text: string): Source => ({ kind, text, games: 0 });
const EXACT = source("exact", "exact: solved for the whole game, against the best play of everybody");
const EXACT_POINTS = source("exact", "exact: the mean of the points still to come, played for points");
const THIS_TURN = source("turn", "exact for this turn only: mean points, the score of the others is not weighed");
const DICE_ALONE = source("dice", "an estimate by the dice of this turn: cards in play are weighed, cards in hand are not");

/** The best values there are for the turn at hand, in a unit or in that which the sheet is played for. */
export function valuesFor(state: State, unit: Unit | null = null): Values {
  const { rules } = state;
  const [key] = beyond(rules);
  if (key) throw new NothingToSay("this sheet has a rule of which nothing is solved yet (key {key})", { key });
  if (state.bags.length) {
    throw new NothingToSay("the players have dice of their own, and only fair dice are solved");
  }
  if (rules.deck) throw new NothingToSay("a game with cards is judged by a server's coach, not by this page alone");
  if (rules.weights.length) {
    throw new NothingToSay("the dice of this sheet are weighted (key weights), and only fair dice are solved");
  }
  if (unit === "points" || (unit === null && rules.solo_goal)) return inPoints(state);
  const found = inWins(state);
  if (found) return found;
  if (unit === "win") throw new NothingToSay("there is no table of these rules here");
  return inPoints(state);
}

/**
 * What the dice of a turn are worth in a game with cards, each turn by itself: with as many dice as cards leave, and
 * with what cards in play add to a stop. Cards in hand and the scores are not weighed.
 */
export function diceAlone(state: State): Values {
  const { rules, turn_dice } = state;
  if (totalToWin(state) !== null) {
    throw new NothingToSay("on a last turn cards and Gold Pieces decide with the dice: a server's coach weighs them, this page alone does not");
  }
  if (rules.weights.length || beyond(rules).length) {
    throw new NothingToSay("a game with cards is judged by a server's coach, not by this page alone");
  }
  return solved(() => new TurnOnly(withDice(forATable(rules), turn_dice), DICE_ALONE));
}

const fewer = new WeakMap<Ruleset, Map<number, Ruleset>>();

/** The same sheet with another number of dice, the same value for the same number. */
function withDice(rules: Ruleset, dice: number): Ruleset {
  if (dice === rules.dice) return rules;
  let known = fewer.get(rules);
  if (!known) fewer.set(rules, (known = new Map<number, Ruleset>()));
  let found = known.get(dice);
  if (!found) known.set(dice, (found = { ...rules, dice }));
  return found;
}

/** What there is to know, or that nothing is. */
function solved(make: () => Values): Values {
  try {
    return make();
  } catch (error) {
    if (error instanceof Unsolvable) throw new NothingToSay("{error}", { error: error.said });
    throw error;
  }
}

function inWins(state: State): Values | null {
  const table = tableOf(state.rules);
  if (table && !state.rules.solo_goal && playing(state).length === 2) return new WinValues(table);
  // Of the very last turn everything is known, between however many; not where a total must be hit exactly.
  const { solo_goal, ties, reach } = state.rules;
  const known = totalToWin(state) !== null && !solo_goal && ties !== "play_off" && reach !== "exactly";
  return known ? new LastTurn() : null;
}

function inPoints(state: State): Values {
  return solved(() => (pointsAreExact(state.rules) && state.phase !== "play_off" ? new PointValues(state.rules) : new TurnOnly(state.rules)));
}

/** Whether points of a sheet are solved for the whole game: it has rounds, and none of the unsolved rules. */
export function pointsAreExact(rules: Ruleset): boolean {
  if (!rules.rounds || rules.target || rules.penalty.floor !== null || rules.deck || rules.weights.length) return false;
  if (beyond(rules).length) return false;
  if (!rules.solo_goal && rules.max_players === 1) return false;
  const plan = rollPlan(rules);
  return !endlessWithoutRisk(plan) && someTurnCounts(rules, plan);
}

/** What the end of a game was worth in wins: shared wins are divided. */
export function winnersShare(state: State): number[] {
  return state.seats.map((_, seat) => (state.winners.includes(seat) ? 1 / state.winners.length : 0));
}

/** Chances to win between two, from a solved game. */
class WinValues implements Values {
  readonly unit = "win";
  readonly alone = false;
  readonly source = EXACT;

  constructor(readonly table: Table) {}

  turn(state: State): SolvedTurn {
    const [mover = 0, other = 0] = playing(state);
    const inside = turnInside(state.rules, this.table, positionOf(state));
    if (!inside) throw new NothingToSay("the table of these rules does not know this position");
    const everybody = (value: number): number[] =>
      state.seats.map((_, seat) => (seat === mover ? value : seat === other ? 1 - value : 0));
    return new SolvedTurn(state.rules, inside, this.source, everybody);
  }

  ended(state: State): number[] {
    return winnersShare(state);
  }
}

/** The very last turn between any number: every stop is the end, so its worth is known. */
class LastTurn implements Values {
  readonly unit = "win";
  readonly alone = false;
  readonly source = EXACT;

  turn(state: State): SolvedTurn {
    const { rules } = state;
    const plan = rollPlan(rules);
    const { step } = plan;
    const own = moverOf(state).total;
    const goal = totalToWin(state) ?? 0;
    const needed = neededToBank(state);
    const rows = Math.max(Math.floor((goal - own) / step) + 2, Math.ceil(needed / step) + 2, 1) + plan.most;
    const share = (gain: number): number => {
      const seats = state.seats.map((seat, index) => (index === state.mover ? { ...seat, total: own + gain } : seat));
      const best = Math.max(...active(state).map((seat) => seats[seat]?.total ?? 0));
      const leaders = active(state).filter((seat) => seats[seat]?.total === best);
      const winners = winnersOf({ ...state, seats }, leaders);
      return winners.includes(state.mover) ? 1 / winners.length : 0;
    };
    const points = Float64Array.from({ length: rows }, (_, row) => recordedPoints(state, row * step));
    const bank = points.map((kept, row) => (row && row * step >= needed ? share(kept) : NOT_ALLOWED));
    const lost = -penaltyNow(state);
    const at = Math.min(Math.floor(state.turn_total / step), rows - 2);
    const forced = rules.hot_dice === "forced";
    const final = Math.max(rows - plan.most, at + 1);
    const inside = new TurnValues(plan, forced, bank, points, [share(lost), lost], at, final);
    const everybody = (value: number): number[] =>
      state.seats.map((_, seat) => (seat === state.mover ? value : (1 - value) / (active(state).length - 1)));
    return new SolvedTurn(rules, inside, this.source, everybody);
  }

  ended(state: State): number[] {
    return winnersShare(state);
  }
}

/** Points in a fixed number of rounds, alone or with any number of others: each plays for points. */
class PointValues implements Values {
  readonly unit = "points";
  readonly alone = false;
  readonly source = EXACT_POINTS;
  readonly #gains: number[][];

  constructor(readonly rules: Ruleset) {
    this.#gains = gainsOf(rules);
  }

  /** The mean of the points that a seat can still make before its next roll. */
  #toCome(state: State, seat: number): number {
    const line = state.seats[seat];
    if (!line || line.gone || state.phase === "over" || state.phase === "play_off") return 0;
    const count = state.seats.length;
    const place = (one: number): number => (one - state.starter + count) % count;
    const still = place(seat) >= place(state.mover) && playing(state).includes(seat);
    const left = this.rules.rounds - state.round + (still ? 1 : 0);
    return this.#gains[left]?.[soloTurns(this.rules).mark(line.farkles, line.opened)] ?? 0;
  }

  turn(state: State): SolvedTurn {
    const { rules } = this;
    const line = moverOf(state);
    const turns = soloTurns(rules);
    const mark = turns.mark(line.farkles, line.opened);
    const { bank, farkle } = turns.pointsTurn(this.#gains[rules.rounds - state.round] ?? [], mark);
    const lost = -(turns.afterFarkle(mark)[1] * turns.step);
    const inside = insideOf(rules, bank, turns.recorded(mark, bank.length), [farkle, lost], state.turn_total);
    const rest = state.seats.map((seat, index) => this.#toCome(state, index) + seat.total);
    const everybody = (value: number): number[] => rest.map((sum, seat) => (seat === state.mover ? line.total + value : sum));
    return new SolvedTurn(rules, inside, this.source, everybody);
  }

  ended(state: State): number[] {
    return totals(state);
  }
}

const gains = new WeakMap<Ruleset, number[][]>();

function gainsOf(rules: Ruleset): number[][] {
  let found = gains.get(rules);
  if (!found) gains.set(rules, (found = soloTurns(rules).gains()));
  return found;
}

/** Each turn by itself; a value counts the points of the turn and what farkles in a row cost later. */
class TurnOnly implements Values {
  readonly unit = "points";
  readonly alone = true;

  constructor(
    readonly rules: Ruleset,
    readonly source = THIS_TURN,
  ) {
    turnAnswer(rules); // says why there is none
  }

  turn(state: State): SolvedTurn {
    const { rules } = this;
    const answer = turnAnswer(rules);
    const seat = moverOf(state);
    const [bank, points] = this.#stops(state);
    const { penalty } = rules;
    const count = answer.worth.length;
    const farkles = Math.min(seat.farkles, count - 1);
    const again = farkles + 1 >= count && (penalty.restarts || !penalty.points) ? 0 : farkles + 1;
    const costs = penaltyNow(state);
    const lost = (answer.worth[Math.min(again, count - 1)] ?? 0) - costs;
    const inside = insideOf(rules, bank, points, [lost, -costs], state.turn_total);
    const everybody = (value: number): number[] => state.seats.map((_, index) => (index === state.mover ? value : 0));
    return new SolvedTurn(rules, inside, this.source, everybody);
  }

  /** What every stop is worth, and the points that it puts onto the sheet. */
  #stops(state: State): [Float64Array, Float64Array] {
    const { bank: solved, plan } = turnAnswer(this.rules);
    // A keep and a roll later every total still stands for itself: no value hangs on where the rows end.
    const rows = Math.max(solved.length, Math.floor(state.turn_total / plan.step) + 2 * plan.most + 2);
    const bank = Float64Array.from({ length: rows }, (_, row) => solved[row] ?? row * plan.step);
    const points = Float64Array.from(bank, (_, row) => (row ? stoppingTotal(state, row * plan.step) : 0));
    // The minimum to get on the board binds; a stop for nothing is never better than going on.
    const least = moverOf(state).opened ? 0 : this.rules.opening;
    const worth = bank.map((value, row) => {
      const kept = points[row] ?? 0;
      return value === NOT_ALLOWED || kept < least ? NOT_ALLOWED : kept;
    });
    return [worth, points];
  }

  ended(state: State): number[] {
    return totals(state);
  }
}

/** The inside of a turn from what its ends are worth and record, where more points are never worse. */
function insideOf(
  rules: Ruleset,
  bank: Float64Array,
  points: Float64Array,
  farkle: readonly [number, number],
  turnTotal: number,
): TurnValues {
  const plan = rollPlan(rules, true);
  const at = Math.min(Math.floor(turnTotal / plan.step), bank.length - 2);
  const final = Math.max(bank.length - plan.most, at + 1);
  return new TurnValues(plan, rules.hot_dice === "forced", bank, points, farkle, at, final);
}
