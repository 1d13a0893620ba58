// What one seat may see: foreign hands stay hidden, and what everybody can work out is worked out.

import { goldOf, sameForAll } from "../rules/deck";
import { HIDDEN } from "./cards";
import type { State } from "./state";

/** The state as a seat sees it (null: an onlooker); it can be folded on with the events that follow. */
export function view(state: State, seat: number | null): State {
  const { cards, rules } = state;
  if (!cards || !rules.deck || rules.deck.hands === "open") return state;
  const hands = cards.hands.map((hand, index) => (index === seat ? hand : hand.map(() => HIDDEN)));
  // Where colours hold different cards, a foreign colour would give the hand away.
  const same = sameForAll(rules.deck);
  const colours = cards.colours.map((place, index) => (same || index === seat ? place : -1));
  return { ...state, cards: { ...cards, hands, colours } };
}

/** The cards that a seat must still hold, from public facts alone; null where they do not tell. */
export function stillHolds(state: State, seat: number): string[] | null {
  const { cards, rules } = state;
  if (!cards || !rules.deck) return [];
  if (rules.deck.hands === "open") return cards.hands[seat] ?? [];
  if (!sameForAll(rules.deck)) return null;
  const laid = cards.in_play.filter((entry) => entry.owner === seat).map((entry) => entry.card);
  const gone = new Set([...(cards.discards[seat] ?? []), ...laid]);
  return (rules.deck.colours[0]?.cards ?? []).filter((card) => !gone.has(card));
}

/** The Gold Pieces of a seat's unplayed cards, as far as everybody can tell; 0 where nobody can. */
export function goldInHand(state: State, seat: number): number {
  const held = stillHolds(state, seat);
  return state.rules.deck && held ? goldOf(state.rules.deck, held) : 0;
}
