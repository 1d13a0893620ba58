// What cards do while they lie in play: one function for each lasting effect, and the sums over them.

import { act, cardOf, type Act, type Card, type Effect } from "../rules/deck";
import { diceUnder } from "../rules/effects";
import type { InPlay } from "./cards";
import type { State } from "./state";

const ON_STOP: [Act, (effect: Effect, turnTotal: number) => number][] = [
  ["bonus_on_stop", (effect) => effect.points],
  ["double", (effect, turnTotal) => Math.min(turnTotal, effect.most)],
];

/** The cards in play that work on a seat. */
export function workingOn(state: State, seat: number): [InPlay, Card][] {
  const { cards, rules } = state;
  if (!cards || !rules.deck) return [];
  const { deck } = rules;
  return cards.in_play.filter((entry) => entry.target === seat).map((entry) => [entry, cardOf(deck, entry.card)]);
}

/** How many dice a seat may roll in a turn that begins now: never fewer than one. */
export function allowedDice(state: State, seat: number): number {
  if (!state.cards?.in_play.length) return state.rules.dice;
  return diceUnder(state.rules, workingOn(state, seat).flatMap(([, card]) => card.effects));
}

/** What each card in play adds to the mover's turn if it stops now with this total. */
export function pointsOnStop(state: State, turnTotal: number): [InPlay, number][] {
  const found: [InPlay, number][] = [];
  for (const [entry, card] of workingOn(state, state.mover)) {
    let points = 0;
    for (const [what, work] of ON_STOP) {
      const effect = act(card, what);
      if (effect) points += work(effect, turnTotal);
    }
    if (points) found.push([entry, points]);
  }
  return found;
}

/** The points of the mover's turn if it stops now, cards in play included. */
export function stoppingTotal(state: State, turnTotal: number): number {
  if (!state.cards?.in_play.length) return turnTotal;
  return pointsOnStop(state, turnTotal).reduce((sum, [, points]) => sum + points, turnTotal);
}

/** The card in play that forbids a seat to play cards, if there is one. */
export function lockOn(state: State, seat: number): Card | undefined {
  return workingOn(state, seat).find(([, card]) => act(card, "lock_hand"))?.[1];
}

/** The card in play that stops the next card aimed at a seat, if there is one. */
export function shieldOf(state: State, seat: number): Card | undefined {
  return workingOn(state, seat).find(([, card]) => act(card, "cancel_next"))?.[1];
}
