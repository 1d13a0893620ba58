// What the events of cards do to the state, and what every turn's end does to the cards in play.

import { act, cardOf, counted, ongoing, type Card, type Deck } from "../rules/deck";
import { on, without, type Cards, type InPlay } from "./cards";
import type { EventOf } from "./events";
import { allowedDice } from "./lasting";
import { numbersTo, type State } from "./state";

/** The cards and the deck of a game that has them. */
function known(state: State): [Cards, Deck] {
  if (!state.cards || !state.rules.deck) throw new TypeError("a game without cards has no such event");
  return [state.cards, state.rules.deck];
}

/** The cards when the mover's turn has ended: lifetimes are shorter, and a new turn owes nothing. */
export function turnIsOver(state: State): Cards | null {
  const { cards, rules } = state;
  const { deck } = rules;
  if (!cards || !deck || state.step === "between") return cards; // already counted
  const inPlay = cards.in_play.map((entry) => shorter(entry, cardOf(deck, entry.card), state.mover));
  return { ...cards, in_play: inPlay, played: false, must_roll: false, owed: 0, again: [] };
}

function shorter(entry: InPlay, card: Card, mover: number): InPlay {
  if (!counted(card)) return entry;
  const countsOn = card.lasts === "own_turns" ? entry.owner : entry.target;
  return countsOn === mover ? { ...entry, turns: entry.turns - 1 } : entry;
}

/**
 * The state when a seat has left: what it laid down and what lies on it goes. That holds for a turn that has begun
 * as well: dice that a card of the seat took from the mover, or gave, are back, or gone, from the next roll on.
 */
export function seatIsGone(before: State, seat: number): State {
  const [cards] = known(before);
  const dice = allowedDice(before, before.mover);
  const going = cards.in_play.filter((entry) => entry.owner === seat || entry.target === seat);
  const state = { ...before, cards: going.reduce((left, entry) => ended(left, entry.owner, entry.card), cards) };
  // Where the numbers differ, the table has ruled how many there are.
  return dice === state.turn_dice && seat !== state.mover ? withOtherDice(state, true) : state;
}

/** Dice of the table are in the air again; the others stay where they are. */
export function diceAskedAgain(state: State, event: EventOf<"RollAsked">): State {
  const [cards] = known(state);
  return { ...state, step: "wait", throw: event.throw, cards: { ...cards, again: event.dice } };
}

/** The dice that were in the air again have fallen among the others. */
export function diceRolledAgain(state: State, event: EventOf<"DiceRolled">): State {
  const [cards] = known(state);
  return { ...state, step: "keep", faces: showing(state, event), cards: { ...cards, again: [] } };
}

/** What the dice in hand show when some of them show something else. */
function showing(state: State, event: { dice: number[]; faces: number[] }): number[] {
  return state.hand.map((die, index) => {
    const place = event.dice.indexOf(die);
    return (place < 0 ? state.faces[index] : event.faces[place]) ?? 1;
  });
}

/** An ONGOING card moves to its owner's discard pile. */
function ended(cards: Cards, owner: number, card: string): Cards {
  return {
    ...cards,
    in_play: cards.in_play.filter((entry) => entry.owner !== owner || entry.card !== card),
    discards: on(cards.discards, owner, [...(cards.discards[owner] ?? []), card]),
  };
}

function cardPlayed(state: State, event: EventOf<"CardPlayed">): State {
  const [before, deck] = known(state);
  const card = cardOf(deck, event.card);
  const hands = on(before.hands, event.seat, without(before.hands[event.seat] ?? [], event.card));
  let cards: Cards = { ...before, hands, played: true };
  if (event.stopped_by) cards = ended(cards, event.target, event.stopped_by);
  if (event.stopped_by || !ongoing(card)) {
    const pile = [...(cards.discards[event.seat] ?? []), event.card];
    cards = { ...cards, discards: on(cards.discards, event.seat, pile) };
    return { ...state, cards: event.stopped_by ? cards : bound(cards, card) };
  }
  const target = event.target >= 0 ? event.target : event.seat;
  const turns = counted(card) ? card.turns : -1;
  cards = { ...cards, in_play: [...cards.in_play, { owner: event.seat, card: event.card, target, turns }] };
  const after: State = { ...state, cards: bound(cards, card) };
  const changesDice = act(card, "fewer_dice") ?? act(card, "more_dice");
  return target === state.mover && changesDice ? withOtherDice(after) : after;
}

function bound(cards: Cards, card: Card): Cards {
  return act(card, "must_roll") ? { ...cards, must_roll: true } : cards;
}

/** The dice of this turn change, from the next roll on; dice that come `back` join that roll. */
function withOtherDice(state: State, back = false): State {
  const [cards] = known(state);
  const dice = allowedDice(state, state.mover);
  if (state.step === "roll") return { ...state, turn_dice: dice, hand: numbersTo(dice) };
  const fewer = state.turn_dice - dice;
  const owed = cards.owed + (back ? fewer : Math.max(0, fewer));
  return { ...state, turn_dice: dice, cards: { ...cards, owed } };
}

function plus(state: State, points: readonly number[]): State {
  return { ...state, seats: state.seats.map((seat, index) => ({ ...seat, total: seat.total + (points[index] ?? 0) })) };
}

type Carded =
  | "CardPlayed" | "WindowOpened" | "WindowPassed" | "DiceTurned" | "TurnPointsAdded" | "PointsMoved" | "CardEnded"
  | "GoldCounted"; // prettier-ignore

export const CARD_CHANGES: { [T in Carded]: (state: State, event: EventOf<T>) => State } = {
  CardPlayed: cardPlayed,
  WindowOpened: (state, event) => ({ ...state, step: event.window === "on_farkle" ? "farkle" : "stop" }),
  WindowPassed: (state) => state,
  DiceTurned: (state, event) => ({ ...state, step: "keep", faces: showing(state, event) }),
  TurnPointsAdded: (state, event) => ({ ...state, turn_total: state.turn_total + event.points }),
  PointsMoved(state, event) {
    const changes = state.seats.map((_, seat) => {
      return (seat === event.taker ? event.points : 0) - (seat === event.source ? event.points : 0);
    });
    return plus(state, changes);
  },
  CardEnded: (state, event) => ({ ...state, cards: ended(known(state)[0], event.owner, event.card) }),
  GoldCounted(state, event) {
    const [cards] = known(state);
    // Whatever still lies there has had its time.
    const left = cards.in_play.reduce((rest, entry) => ended(rest, entry.owner, entry.card), cards);
    return { ...plus(state, event.gold), cards: left };
  },
};
