// `evolve`: what each event does to the state. Nothing here asks whether an event may happen.

import { CARD_CHANGES, diceAskedAgain, diceRolledAgain, seatIsGone, turnIsOver } from "./card_changes";
import type { Event, EventOf } from "./events";
import { allowedDice } from "./lasting";
import { afterFarkle } from "../rules/stops";
import { oneTurnLess, RULING_CHANGES } from "./rulings";
import { diceToRoll, numbersTo, seatOf, started, type Seat, type State } from "./state";

type Changes = { [T in Event["type"]]: (state: State, event: EventOf<T>) => State };

/** The state after an event; a TypeError where this version does not know it. */
export function evolve(state: State, event: Event): State {
  const change = Object.hasOwn(CHANGES, event.type) ? CHANGES[event.type] : undefined;
  if (!change) throw new TypeError(`unknown event ${String(event.type)}`);
  return (change as (state: State, event: Event) => State)(state, event);
}

/** The state after all of these events. */
export function fold(state: State, events: Iterable<Event>): State {
  for (const event of events) state = evolve(state, event);
  return state;
}

function withSeat(state: State, index: number, changes: Partial<Seat>): Seat[] {
  return state.seats.map((seat, place) => (place === index ? { ...seat, ...changes } : seat));
}

function endedTurn(state: State, seats: readonly Seat[]): State {
  return {
    ...state,
    step: "between",
    seats,
    turn_total: 0,
    hand: [],
    faces: [],
    offer: 0,
    offered: [],
    remarks: oneTurnLess(state),
    cards: turnIsOver(state),
  };
}

/** Somebody is out of the game. */
function seatLeft(before: State, event: { seat: number }): State {
  const seats = withSeat(before, event.seat, { gone: true });
  const place = before.contenders.indexOf(event.seat);
  const contenders = before.contenders.filter((seat) => seat !== event.seat);
  const thrown = place < 0 ? before.thrown_off : before.thrown_off.filter((_, index) => index !== place);
  const without: State = { ...before, seats, contenders, thrown_off: thrown };
  const state = without.cards ? seatIsGone(without, event.seat) : without;
  if (event.seat !== before.mover) return state;
  const next = contenders[thrown.length];
  if (state.phase === "roll_off" && next !== undefined) return { ...state, step: "roll", mover: next, hand: [] };
  return endedTurn(state, seats);
}

const CHANGES: Changes = {
  ...RULING_CHANGES,
  ...CARD_CHANGES,
  RollAsked(state, event) {
    if (state.faces.length) return diceAskedAgain(state, event); // a card throws dice of the table again
    const { turn, roll, dice } = event;
    const cards = state.cards && { ...state.cards, must_roll: false, owed: 0 };
    return { ...state, step: "wait", hand: dice, faces: [], turn, roll, throw: event.throw, cards, offer: 0, offered: [] };
  },
  DiceRolled(state, event) {
    if (state.phase === "roll_off") {
      const thrown = [...state.thrown_off, ...event.faces];
      const mover = state.contenders[thrown.length] ?? state.mover;
      return { ...state, step: "roll", thrown_off: thrown, mover, hand: [] };
    }
    if (state.faces.length) return diceRolledAgain(state, event);
    return { ...state, step: "keep", faces: event.faces };
  },
  DiceKept: (state, event) => ({
    ...state,
    step: "decide",
    hand: state.hand.filter((die) => !event.dice.includes(die)),
    faces: [],
    turn_total: state.turn_total + event.points,
  }),
  Banked(state, { seat, points }) {
    const { total, opened } = seatOf(state, seat);
    const seats = withSeat(state, seat, { total: total + points, opened: opened || points > 0, farkles: 0 });
    const after = endedTurn(state, seats);
    if (!state.rules.piggyback || !points || state.step !== "decide") return after;
    return { ...after, offer: state.turn_total, offered: diceToRoll(state) };
  },
  Gifted(state, { seat, points }) {
    return { ...state, seats: withSeat(state, seat, { total: seatOf(state, seat).total + points }) };
  },
  Bumped: (state, { seat, total }) => ({ ...state, seats: withSeat(state, seat, { total }) }),
  TookOver: (state, { points, dice }) => ({ ...state, turn_total: points, hand: dice, offer: 0, offered: [] }),
  KnockedOut: seatLeft,
  Farkled(state, event) {
    const seat = seatOf(state, event.seat);
    const { farkles } = afterFarkle(state.rules, seat.total, seat.farkles);
    return endedTurn(state, withSeat(state, event.seat, { total: seat.total - event.penalty, farkles }));
  },
  TurnEntered: (state) => state,
  TurnTimedOut: (state) => endedTurn(state, state.seats),
  Resigned: seatLeft,
  Corrected: (state, { seat, total, opened, farkles }) => ({
    ...state,
    // Without an opening minimum everybody is on the board, whatever a ruling says.
    seats: withSeat(state, seat, { total, opened: opened || state.rules.opening === 0, farkles }),
  }),
  AdviceUsed: (state) => state,
  RollOffTied: (state, { seats }) => ({
    ...state,
    step: "roll",
    contenders: seats,
    thrown_off: [],
    mover: seats[0] ?? 0,
    hand: [],
  }),
  FirstPlayerSet: (state, event) => started(state, event.seat),
  TurnBegan(state, event) {
    const seat = seatOf(state, event.seat);
    // A ruling for this turn alone goes before what cards allow.
    const dice = seat.dice || allowedDice(state, event.seat);
    return {
      ...state,
      seats: seat.dice ? withSeat(state, event.seat, { dice: 0 }) : state.seats,
      turn_dice: dice,
      step: "roll",
      mover: event.seat,
      round: event.round,
      turn: event.turn,
      roll: 0,
      throw: 0,
      turn_total: 0,
      hand: numbersTo(dice),
      faces: [],
      // Only who is on the board may take over.
      ...(seat.opened ? {} : { offer: 0, offered: [] }),
    };
  },
  LastTurnsBegan: (state, event) => ({ ...state, phase: "last", trigger: event.trigger }),
  PlayOffBegan: (state, event) => ({ ...state, phase: "play_off", contenders: event.seats }),
  GameEnded: (state, { winners, reason }) => ({
    ...state,
    phase: "over",
    step: "over",
    winners,
    reason,
    turn_total: 0,
    hand: [],
    faces: [],
  }),
};
