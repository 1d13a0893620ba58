// Sentences of the server. They travel as English words with gaps and what fills them; here they get the words of the
// reader's language. docs/translating.md lists how a gap may say what stands in it.

import type { Said } from "../net/messages";
import { texts } from "./texts.svelte";
import { language, number, t, type Word } from "./words.svelte";

type Filling = Said["values"][string];

const KINDS: Record<string, Word> = {
  class: "kind.class",
  style: "kind.style",
  race: "kind.race",
  power: "kind.power",
  item: "kind.item",
  hand: "kind.hand",
  door: "kind.door",
  treasure: "kind.treasure",
  monster: "kind.monster",
  curse: "kind.curse",
  extra: "kind.extra",
  enhancer: "kind.enhancer",
  wanderer: "kind.wanderer",
  boost: "kind.boost",
  level: "kind.level",
  loaded: "kind.loaded",
  reloaded: "kind.reloaded",
};

/** What a kind of card is called. */
export function kindName(kind: string): string {
  const word = KINDS[kind];
  return word ? t(word) : kind;
}

/** A chance in as many digits as people want to hear. */
export function share(value: number): string {
  const digits = value >= 0.0995 ? { maximumFractionDigits: 0 } : value >= 0.00095 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumSignificantDigits: 2 };
  return value.toLocaleString(language(), { style: "percent", ...digits });
}

/** A chance to a tenth of a per cent, where two are set side by side. */
export function tenth(value: number): string {
  return value.toLocaleString(language(), { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** "one die" to "ten dice"; `word` is a list of them from none on. */
function dice(word: Word, count: number): string {
  return t(word).split("|")[count] ?? number(count);
}

function list(parts: string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(parts);
}

/** What a card is called, by its id. */
type Cards = (id: string) => string;

function filled(value: Filling, how: string | undefined, cards: Cards | undefined): string {
  if (typeof value === "object" && !Array.isArray(value)) return said(value, {}, cards);
  const several = Array.isArray(value) ? value : [];
  switch (how) {
    case "share":
      return share(Number(value));
    case "tenth":
      return tenth(Number(value));
    case "dice":
      return dice("said.dice", Number(value));
    case "Dice": {
      const text = dice("said.dice", Number(value));
      return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
    }
    case "with":
      return dice("said.dice_with", Number(value));
    case "seat":
      return String(Number(value) + 1);
    case "seats":
      return list(several.map((seat) => String(seat + 1)), "disjunction");
    case "numbers":
      return several.map((seat) => seat + 1).join(", ");
    case "list":
      return several.map(number).join(", ");
    case "and":
      return list(several.map((face) => t("said.the", { face: String(face) })), "conjunction");
    case "kind":
      return kindName(String(value));
  }
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "number" ? number(value) : value;
}

/** A sentence in the language of the page. `instead` has values that the page knows better; `cards` names the cards. */
export function said(one: Said | string, instead: Record<string, string | undefined> = {}, cards?: Cards): string {
  // A device may still remember rules from before they had gaps.
  if (typeof one === "string") return texts("said")[one] ?? one;
  const text = texts("said")[one.says] ?? one.says;
  const { card } = one.values;
  const known = cards && typeof card === "string" && card ? { ...instead, name: cards(card) } : instead;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name: string, how?: string) => {
    const value = known[name] ?? one.values[name];
    return value === undefined ? whole : filled(value, how, cards);
  });
}

interface Told {
  text?: string;
  message?: string;
  says: string;
  values: Said["values"];
}

/** What a refusal, a problem or a fault of rules says. */
export function toldWords(told: Told, cards?: Cards): string {
  return said({ says: told.says || told.text || told.message || "", values: told.values ?? {} }, {}, cards);
}
