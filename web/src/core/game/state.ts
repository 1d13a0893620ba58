// The state of a game: a value made by `newGame` and changed only by events; nobody writes into one.

import { bagRows, bagsFor } from "../rules/bags";
import { allowsSeats, cupOf, FACES, seatsAllowed, type Ruleset } from "../rules/ruleset";
import { compensations, opensAtOnce, rollsOff } from "./beginnings";
import { deal, type Cards } from "./cards";

export type Phase = "roll_off" | "normal" | "last" | "play_off" | "over";
/** What the game waits for. `between`: a turn is over, and the events that follow say what comes next. */
export type Step = "roll" | "wait" | "keep" | "decide" | "farkle" | "stop" | "between" | "over";

export interface Seat {
  total: number;
  opened: boolean;
  farkles: number;
  gone: boolean;
  /** A table ruling for the next turn; 0: as many as the sheet says. */
  dice: number;
}

/** Words that lie on the table for `turns` more turns of a seat, or until they are lifted (-1). */
export interface Remark {
  text: string;
  seat: number;
  turns: number;
}

/**
 * Everything the referee knows. `hand` are the numbers of the dice not set aside, `faces` what they show while
 * something must be kept. `contenders` are those of a roll-off or play-off, `thrown_off` the dice of the roll-off.
 * `offer` and `offered` are points and dice that the mover may take over (piggyback); `bags` are the dice of the
 * seats, where they have their own.
 */
export interface State {
  readonly rules: Ruleset;
  readonly seats: readonly Seat[];
  readonly phase: Phase;
  readonly step: Step;
  readonly mover: number;
  readonly starter: number;
  readonly round: number;
  readonly turn: number;
  readonly roll: number;
  readonly throw: number;
  readonly turn_total: number;
  readonly turn_dice: number;
  readonly hand: readonly number[];
  readonly faces: readonly number[];
  readonly trigger: number;
  readonly contenders: readonly number[];
  readonly thrown_off: readonly number[];
  readonly winners: readonly number[];
  readonly reason: string;
  readonly remarks: readonly Remark[];
  readonly cards: Cards | null;
  readonly offer: number;
  readonly offered: readonly number[];
  readonly bags: readonly string[];
}

/** Somebody on a seat that exists. */
export function seatOf(state: State, index: number): Seat {
  const seat = state.seats[index];
  if (!seat) throw new RangeError(`there is no seat ${index}`);
  return seat;
}

export function moverOf(state: State): Seat {
  return seatOf(state, state.mover);
}

/** The seats that have not left. */
export function active(state: State): number[] {
  return state.seats.flatMap((seat, index) => (seat.gone ? [] : [index]));
}

/** The numbers 1 to `count`. */
export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The dice that the next roll would throw: those in hand, or all of them after hot dice. */
export function diceToRoll(state: State): readonly number[] {
  if (state.phase === "roll_off") return [1];
  if (state.cards?.owed && state.hand.length) {
    const { owed } = state.cards;
    // Where it is below 0, a card that weighed on this turn is gone, and its dice are back.
    if (owed < 0) return [...state.hand, ...numbersTo(state.turn_dice).slice(owed)];
    return state.hand.slice(0, Math.max(1, state.hand.length - owed));
  }
  return state.hand.length ? state.hand : numbersTo(state.turn_dice);
}

/** The weights of the mover's dice, a joker behind the faces 1 to 6; empty where all are fair. */
export function weightsOf(state: State): readonly (readonly number[])[] {
  const bag = state.bags[state.mover];
  // A roll-off is thrown with the dice of the sheet.
  return bag !== undefined && state.phase !== "roll_off" ? bagRows(bag) : cupOf(state.rules);
}

/** Whether a die of the mover can show a face. */
export function mayShow(state: State, die: number, face: number): boolean {
  const weights = weightsOf(state);
  return weights.length ? (weights[die - 1]?.[face - 1] ?? 0) > 0 : face >= 1 && face <= FACES;
}

/** The dice that were asked for: those in hand, or those of the table that a card throws again. */
export function inTheAir(state: State): readonly number[] {
  return state.cards?.again.length ? state.cards.again : state.hand;
}

/** Whether every die has just been set aside. */
export function isHot(state: State): boolean {
  return state.step === "decide" && !state.hand.length;
}

export function totals(state: State): number[] {
  return state.seats.map((seat) => seat.total);
}

export interface Beginning {
  /** The seat that begins; without it the sheet says how the first player is found. */
  first?: number | null;
  /** The colour of each seat, where the sheet has cards; without it they go round. */
  colours?: readonly string[];
  /** The own dice of each seat, such as `5*standard,1*odd`. */
  bags?: readonly string[];
}

/** The state before the first roll. A RangeError says why there is none. */
export function newGame(rules: Ruleset, players: number, { first = null, colours = [], bags = [] }: Beginning = {}): State {
  if (!allowsSeats(rules, players)) {
    const [low, high] = seatsAllowed(rules);
    throw new RangeError(`${rules.title} is for ${low === high ? low : `${low} to ${high}`} players, not ${players}`);
  }
  if (first !== null && !(first >= 0 && first < players)) {
    throw new RangeError(`there is no seat ${first + 1} among ${players} players`);
  }
  if (colours.length && !rules.deck) throw new RangeError(`${rules.title} has no cards, so there are no colours`);
  const seat: Seat = { total: 0, opened: opensAtOnce(rules), farkles: 0, gone: false, dice: 0 };
  const state: State = {
    rules,
    seats: Array.from({ length: players }, () => seat),
    phase: "roll_off",
    step: "roll",
    mover: 0,
    starter: 0,
    round: 1,
    turn: 0,
    roll: 0,
    throw: 0,
    turn_total: 0,
    turn_dice: rules.dice,
    hand: [],
    faces: [],
    trigger: -1,
    contenders: numbersTo(players).map((number) => number - 1),
    thrown_off: [],
    winners: [],
    reason: "",
    remarks: [],
    cards: rules.deck ? deal(rules.deck, players, colours) : null,
    offer: 0,
    offered: [],
    bags: bagsFor(rules, players, bags),
  };
  return first === null && rollsOff(rules, players) ? state : started(state, first ?? 0);
}

/** The state with the first player known: compensation is paid and the first turn has begun. */
export function started(state: State, first: number): State {
  const points = compensations(state.rules, state.seats.length, first);
  const seats = state.seats.map((seat, index) => (points[index] ? { ...seat, total: seat.total + points[index] } : seat));
  return {
    ...state,
    seats,
    phase: "normal",
    step: "roll",
    mover: first,
    starter: first,
    turn: 1,
    roll: 0,
    throw: 0,
    hand: numbersTo(state.turn_dice),
    contenders: [],
    thrown_off: [],
  };
}
