// The cards of a game: hands, discard piles, cards in play, and the small facts of the turn.

import type { Deck } from "../rules/deck";

/** Stands in a view for a card that its viewer does not see. */
export const HIDDEN = "?";

/** An ONGOING card: whose it is, whom it works on, and for how many more turns (-1: no count). */
export interface InPlay {
  owner: number;
  card: string;
  target: number;
  turns: number;
}

/**
 * Where every card is, seat by seat. `colours` are places in the deck's list (-1 where a viewer may not know).
 * `played`: the mover has played this turn's card; `must_roll`: a card forbids to stop before the next roll; `owed`:
 * how many dice the next roll leaves out; `again`: which dice of the table are in the air again.
 */
export interface Cards {
  colours: number[];
  hands: string[][];
  discards: string[][];
  in_play: InPlay[];
  played: boolean;
  must_roll: boolean;
  owed: number;
  again: number[];
}

/** Every seat takes the cards of its colour; without a wish the colours go round in the deck's order. */
export function deal(deck: Deck, players: number, colours: readonly string[] = []): Cards {
  const names = deck.colours.map((colour) => colour.name);
  const wanted = colours.length ? colours : names.slice(0, players);
  const places = wanted.map((name) => names.indexOf(name));
  if (wanted.length !== players || new Set(wanted).size !== wanted.length || places.includes(-1)) {
    throw new RangeError(`each of the ${players} seats takes a colour of its own: ${names.join(", ")}`);
  }
  return cardsWith(places, places.map((place) => deck.colours[place]?.cards ?? []), places.map(() => []), []);
}

/** Cards at a moment of which nothing else is known. */
export function cardsWith(colours: number[], hands: string[][], discards: string[][], inPlay: InPlay[]): Cards {
  return { colours, hands, discards, in_play: inPlay, played: false, must_roll: false, owed: 0, again: [] };
}

/** The cards when one more seat has joined: it takes the first colour that is left in the box. */
export function dealLate(deck: Deck, cards: Cards): Cards {
  const place = deck.colours.findIndex((_, index) => !cards.colours.includes(index));
  let hand = deck.colours[place]?.cards ?? [];
  if (cards.hands.some((other) => other.includes(HIDDEN))) hand = hand.map(() => HIDDEN);
  return {
    ...cards,
    colours: [...cards.colours, place],
    hands: [...cards.hands, hand],
    discards: [...cards.discards, []],
  };
}

/** A hand without a card; in a hand that is hidden, one card fewer. */
export function without(cards: readonly string[], card: string): string[] {
  const place = cards.includes(card) ? cards.indexOf(card) : cards.indexOf(HIDDEN);
  return cards.filter((_, index) => index !== place);
}

/** The piles with one seat's pile replaced. */
export function on(piles: readonly string[][], seat: number, pile: string[]): string[][] {
  return piles.map((other, index) => (index === seat ? pile : other));
}
