// When a card is played: in a sentence, in two words, and its colour.

import type { CardWords } from "../net/messages";
import { t, type Word } from "../words/words.svelte";

const WHEN: Record<string, { long: Word; short: Word }> = {
  turn_start: { long: "cards.when_start", short: "cards.short_start" },
  after_roll: { long: "cards.when_roll", short: "cards.short_roll" },
  after_keep: { long: "cards.when_keep", short: "cards.short_keep" },
  on_farkle: { long: "cards.when_farkle", short: "cards.short_farkle" },
  on_stop: { long: "cards.when_stop", short: "cards.short_stop" },
};

/** "at the start of your turn" */
export function whenLong(card: CardWords): string {
  return card.when.length ? card.when.map((one) => (WHEN[one] ? t(WHEN[one].long) : one)).join(", ") : t("cards.when_any");
}

/** "Turn start" */
export function whenShort(card: CardWords): string {
  return card.when.length ? card.when.map((one) => (WHEN[one] ? t(WHEN[one].short) : one)).join(", ") : t("cards.short_any");
}

/** The moment whose colour and sign a card bears. */
export function momentOf(card: CardWords): string {
  return card.when[0] ?? "any";
}
