// The cards of a sheet as one player sees them: what they are called, and what may be played now.

import { sheets } from "../sheets.svelte";
import { texts } from "../words/texts.svelte";
import type { CardWords, CardsView, CompiledRules, GamePlayCard, TableView, View } from "../net/messages";
import type { Table } from "../table/table.svelte";

/** A card by its id, in the language of the page where it is of a deck that comes with Hotdice. */
export function cardOf(rules: CompiledRules | null, id: string): CardWords {
  const known = rules?.deck.find((card) => card.id === id);
  if (!known) return { id, name: id, text: "", gold: 0, when: [], target: "self", ongoing: false, effects: [], turns: 0, ends_on_farkle: false };
  const words = rules?.deck_name ? texts(`cards/${rules.deck_name}`) : {};
  return { ...known, name: words[`${id}.name`] ?? known.name, text: words[`${id}.text`] ?? known.text };
}

/** What a card of any known sheet is called; where nobody knows it, its id has to do. */
export function cardName(id: string): string {
  const rules = sheets().find((sheet) => sheet.deck.some((card) => card.id === id));
  return cardOf(rules ?? null, id).name;
}

/** What the deck of a sheet is called, where the page has a name of its own for it. */
export function deckTitle(rules: CompiledRules): string | undefined {
  return rules.deck_name ? texts(`cards/${rules.deck_name}`).title : undefined;
}

/** The table as the one sees it whose hand is shown: of those who share a device the one who holds it. */
export function handView(table: Table): TableView | null {
  return table.shared ? (table.views[table.holder] ?? table.view) : table.view;
}

/** Every way in which a card may be played now, as the referee lists them. */
export function playsOf(game: View | null, card: string): GamePlayCard[] {
  return (game?.legal ?? []).filter((move): move is GamePlayCard => move.type === "PlayCard" && move.card === card);
}

/** How many dice a play points at: the fewest and the most. */
export function diceWanted(plays: readonly GamePlayCard[]): [number, number] {
  const counts = plays.map((play) => play.dice?.length ?? 0);
  return counts.length ? [Math.min(...counts), Math.max(...counts)] : [0, 0];
}

/** The seats that a play may be aimed at; empty where it is aimed at nobody. */
export function targetsOf(plays: readonly GamePlayCard[]): number[] {
  return [...new Set(plays.map((play) => play.target ?? -1))].filter((seat) => seat >= 0);
}

/** What a seat has on the table, in its pile, and still in its hand as far as everybody can tell. */
export function openCards(cards: CardsView, seat: number): { inPlay: string[]; discarded: string[]; holds: string[] | null } {
  return {
    inPlay: cards.in_play.filter((one) => one.owner === seat).map((one) => one.card),
    discarded: cards.discards[seat] ?? [],
    holds: cards.still_holds[seat] ?? null,
  };
}
