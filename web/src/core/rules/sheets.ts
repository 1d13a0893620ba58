// The sheets and decks that come with Hotdice, as data: written by `python -m scripts.page_sheets` from the files
// that the referee in Python reads.

import data from "./sheets.json";
import type { Deck } from "./deck";
import { checkDeck } from "./deck_checking";
import { RulesError, type Fault } from "./faults";
import { DECK_FILE, Reader, type Raw } from "./reading";

const SHEETS = data.sheets as Record<string, Raw>;
const DECKS = data.decks as Record<string, Raw>;
/** The dice that a bag may hold, by name; a die with a joker has seven weights. */
export function shippedDice(): Record<string, number[]> {
  return data.dice;
}

const decks = new Map<string, Deck>();

/** The names of the sheets that come with Hotdice, the published ones first. */
export function shipped(): string[] {
  return Object.keys(SHEETS);
}

/** A fresh copy of a sheet's data, since whoever asks for it lays changes over it. */
export function shippedRaw(name: string): Raw {
  return structuredClone(SHEETS[name] ?? {});
}

/** The names of the decks that come with Hotdice. */
export function shippedDecks(): string[] {
  return Object.keys(DECKS);
}

export function shippedDeck(name: string): Deck {
  let deck = decks.get(name);
  if (!deck) {
    const faults: Fault[] = [];
    deck = checkDeck(new Reader(DECKS[name] ?? {}, faults, "", DECK_FILE), name);
    if (faults.length) throw new RulesError(name, faults);
    decks.set(name, deck);
  }
  return deck;
}
