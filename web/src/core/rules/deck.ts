// A deck of cards: data that says when each card may be played, on whom, and what it does.

import { hashOf } from "./canonical";

export const WINDOWS = ["turn_start", "after_roll", "after_keep", "on_farkle", "on_stop"] as const;
export type Window = (typeof WINDOWS)[number];
/** The windows of a card that does not say when: any time of the turn, but not on a dead roll. */
const ANY_TIME: readonly Window[] = ["turn_start", "after_roll", "after_keep"];

export const TARGETS = ["self", "foe", "ahead", "leader"] as const;
export const LASTS = ["at_once", "own_turns", "targets_turns", "until_triggered", "whole_game"] as const;
export const HANDS = ["face_down", "open"] as const;
export const DOORS = ["any", "down", "shut"] as const;
export const ACTS = [
  "flip_die", "set_die", "reroll", "second_throw", "keep_on_farkle", "turn_points", "total_points", "take_points",
  "lose_points", "must_roll", "fewer_dice", "more_dice", "bonus_on_stop", "double", "lock_hand", "cancel_next",
] as const; // prettier-ignore
export type Act = (typeof ACTS)[number];

/** Acts that work while their card lies in play, on the player it is aimed at. */
export const LASTING: ReadonlySet<Act> = new Set(["fewer_dice", "more_dice", "bonus_on_stop", "double", "lock_hand", "cancel_next"]);
/** Acts that can end a card which lies in play until it is triggered. */
export const TRIGGERED: ReadonlySet<Act> = new Set(["bonus_on_stop", "double", "cancel_next"]);

export interface Effect {
  do: Act;
  points: number;
  dice: number;
  most: number;
  face: number;
}

/** What must be so before a card may be played; zero asks for nothing. */
export interface Needs {
  least_dice: number;
  most_dice: number;
  least_turn: number;
  door: (typeof DOORS)[number];
}

export interface Card {
  id: string;
  name: string;
  text: string;
  gold: number;
  effects: Effect[];
  when: Window[];
  target: (typeof TARGETS)[number];
  lasts: (typeof LASTS)[number];
  turns: number;
  ends_on_farkle: boolean;
  needs: Needs;
}

export interface Deck {
  name: string;
  title: string;
  cards: Card[];
  colours: { name: string; cards: string[] }[];
  summary: string;
  source: string;
  hands: (typeof HANDS)[number];
  unlabelled_on_farkle: boolean;
  gold_needs_door: boolean;
  ties_by_cards: boolean;
}

/** The effect of a card that does this, if it has one; a card does each thing once. */
export function act(card: Card, what: Act): Effect | undefined {
  return card.effects.find((effect) => effect.do === what);
}

/** Whether a card stays in play when it has been played. */
export function ongoing(card: Card): boolean {
  return card.lasts !== "at_once";
}

/** Whether the turns of a card in play are counted. */
export function counted(card: Card): boolean {
  return card.lasts === "own_turns" || card.lasts === "targets_turns";
}

/** The fewest and the most dice that the player points at when playing a card. */
export function diceToChoose(card: Card): [number, number] {
  const reroll = act(card, "reroll");
  if (reroll) return [1, reroll.most];
  return act(card, "flip_die") ?? act(card, "set_die") ? [1, 1] : [0, 0];
}

export function cardById(deck: Deck, id: string): Card | undefined {
  return deck.cards.find((card) => card.id === id);
}

/** A card that is known to be in the deck. */
export function cardOf(deck: Deck, id: string): Card {
  const card = cardById(deck, id);
  if (!card) throw new TypeError(`the deck has no card ${id}`);
  return card;
}

/** Whether a card may be played in a window, as far as time is concerned. */
export function inWindow(deck: Deck, card: Card, window: Window): boolean {
  if (card.when.length) return card.when.includes(window);
  return ANY_TIME.includes(window) || (deck.unlabelled_on_farkle && window === "on_farkle");
}

/** Whether every colour has the same cards, so that hands can be worked out from what was played. */
export function sameForAll(deck: Deck): boolean {
  return new Set(deck.colours.map((colour) => [...colour.cards].sort().join())).size === 1;
}

/** The Gold Pieces that these cards are worth unplayed. */
export function goldOf(deck: Deck, cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + cardOf(deck, card).gold, 0);
}

const hashes = new WeakMap<Deck, string>();

/** SHA-256 of what changes play: names, titles and texts do not count. */
export function deckHash(deck: Deck): string {
  let hash = hashes.get(deck);
  if (!hash) {
    const { name: _name, title: _title, summary: _summary, source: _source, ...rest } = deck;
    const cards = deck.cards.map(({ name: _cardName, text: _text, ...card }) => card);
    hashes.set(deck, (hash = hashOf({ ...rest, cards })));
  }
  return hash;
}
