// From raw values to a deck: what each key of a deck file means and may be, and what goes together.

import { ACTS, counted, DOORS, HANDS, LASTING, LASTS, ongoing, TARGETS, TRIGGERED, WINDOWS, type Act, type Card, type Deck, type Effect, type Needs, type Window } from "./deck";
import { isTable, Reader } from "./reading";
import { FACES, LONGEST_TITLE, MAX_DICE, MAX_SEATS } from "./ruleset";

const FORMAT = 1;
const MOST_CARDS = 36;
const MOST_POINTS = 1_000_000;
const MOST_TURNS = 20;
const MOST_EFFECTS = 6;
const LONGEST_NAME = 60;
const LONGEST_TEXT = 400;
const DEFAULT_COLOURS = ["red", "blue", "green", "yellow", "purple"];
export const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const NAME_FAULT = "must be lower-case words of letters and digits with hyphens between them";

type Bounds = [number, number];

/** What an act asks for: its numbers with their bounds, and the windows in which it has a meaning. */
interface Word {
  numbers?: Partial<Record<"points" | "dice" | "most" | "face", Bounds>>;
  windows?: Window[];
  aboutTheRoll?: boolean;
}

const ON_THE_TABLE: Window[] = ["after_roll", "on_farkle"];
const POINTS: Word = { numbers: { points: [1, MOST_POINTS] } };
export const VOCABULARY: Record<Act, Word> = {
  flip_die: { windows: ON_THE_TABLE, aboutTheRoll: true },
  set_die: { numbers: { face: [1, FACES] }, windows: ON_THE_TABLE, aboutTheRoll: true },
  reroll: { numbers: { most: [1, MAX_DICE] }, windows: ON_THE_TABLE, aboutTheRoll: true },
  second_throw: { windows: ON_THE_TABLE, aboutTheRoll: true },
  keep_on_farkle: { numbers: { points: [0, MOST_POINTS] }, windows: ["on_farkle"], aboutTheRoll: true },
  turn_points: { ...POINTS, windows: ["after_keep", "on_stop"] },
  total_points: POINTS,
  take_points: POINTS,
  lose_points: POINTS,
  must_roll: { windows: ["after_keep"] },
  fewer_dice: { numbers: { dice: [1, MAX_DICE] } },
  more_dice: { numbers: { dice: [1, MAX_DICE], most: [1, MAX_DICE] } },
  bonus_on_stop: POINTS,
  double: { numbers: { most: [1, MOST_POINTS] } },
  lock_hand: {},
  cancel_next: {},
};

/** The deck that a table describes; what is wrong with it stands among the faults of the reader. */
export function checkDeck(reader: Reader, otherwise: string): Deck {
  reader.integer("format", FORMAT, FORMAT, FORMAT);
  const name = reader.text("name", LONGEST_NAME, otherwise);
  if (!NAME.test(name)) reader.fault("name", NAME_FAULT);
  const cards: Card[] = [];
  const items = reader.lists("cards", MOST_CARDS);
  if (!items.length) reader.fault("cards", "must name at least one card");
  items.forEach((item, index) => {
    const inner = reader.entry(`cards[${index}]`, item);
    if (!inner) return;
    cards.push(readCard(inner));
    inner.finish();
  });
  for (const what of ["id", "name"] as const) {
    const seen = new Set<string>();
    cards.forEach((card, index) => {
      const word = card[what].toLowerCase();
      if (word && seen.has(word)) reader.fault(`cards[${index}].${what}`, "is the same as that of a card before it");
      seen.add(word);
    });
  }
  const deck: Deck = {
    name,
    title: reader.text("title", LONGEST_TITLE) || name,
    summary: reader.text("summary", 600),
    source: reader.text("source", 300),
    cards,
    colours: readColours(reader, cards.map((card) => card.id)),
    hands: reader.choice("hands", HANDS, "face_down"),
    unlabelled_on_farkle: reader.boolean("unlabelled_on_farkle", false),
    gold_needs_door: reader.boolean("gold_needs_door", false),
    ties_by_cards: reader.boolean("ties_by_cards", false),
  };
  reader.finish();
  return deck;
}

function readCard(reader: Reader): Card {
  const id = reader.text("id", LONGEST_NAME);
  if (!NAME.test(id)) reader.fault("id", NAME_FAULT);
  for (const key of ["name", "text", "gold", "effects"]) if (!reader.has(key)) reader.fault(key, "must be given");
  const lasts = reader.choice("lasts", LASTS, "at_once");
  const turns = reader.integer("turns", 1, MOST_TURNS, 0);
  const counts = lasts === "own_turns" || lasts === "targets_turns";
  if (counts && !reader.has("turns")) {
    reader.fault("turns", "must say how many turns: the card lasts {lasts}", { lasts });
  } else if (!counts && reader.has("turns")) {
    reader.fault("turns", "has a meaning only where lasts is own_turns or targets_turns");
  }
  const endsOnFarkle = reader.boolean("ends_on_farkle", false);
  if (endsOnFarkle && lasts === "at_once") reader.fault("ends_on_farkle", "has a meaning only for a card that lasts");
  const card: Card = {
    id,
    name: reader.text("name", LONGEST_NAME),
    text: reader.text("text", LONGEST_TEXT),
    gold: reader.integer("gold", 0, MOST_POINTS, 0),
    effects: readEffects(reader),
    when: readWindows(reader),
    target: reader.choice("target", TARGETS, "self"),
    lasts,
    turns: counts ? turns : 0,
    ends_on_farkle: endsOnFarkle,
    needs: readNeeds(reader),
  };
  together(reader, card);
  return card;
}

/** One window or a list of them; none where the card may be played at any time of the turn. */
function readWindows(reader: Reader): Window[] {
  const words = reader.anything("when");
  if (words === undefined) return [];
  const listed: unknown[] = Array.isArray(words) ? words : [words];
  const known = listed.every((word) => (WINDOWS as readonly unknown[]).includes(word));
  if (!listed.length || listed.length > WINDOWS.length || !known) {
    reader.fault("when", "must be one of {known}, or a list of them; leave it out for any time", { known: WINDOWS.join(", ") });
    return [];
  }
  return WINDOWS.filter((window) => listed.includes(window));
}

function readEffects(reader: Reader): Effect[] {
  const effects: Effect[] = [];
  const items = reader.lists("effects", MOST_EFFECTS);
  if (reader.has("effects") && !items.length) reader.fault("effects", "must name at least one effect");
  items.forEach((item, index) => {
    const inner = reader.entry(`effects[${index}]`, item);
    const effect = inner && readEffect(inner);
    if (!inner || !effect) return;
    if (effects.some((other) => other.do === effect.do)) inner.fault("do", "{word} stands there twice", { word: effect.do });
    effects.push(effect);
  });
  return effects;
}

function readEffect(reader: Reader): Effect | null {
  if (!reader.has("do")) {
    reader.fault("do", "must be given: one of {known}", { known: ACTS.join(", ") });
    return null;
  }
  const before = reader.faults.length;
  const what = reader.choice("do", ACTS, "flip_die");
  if (reader.faults.length > before) return null;
  const effect: Effect = { do: what, points: 0, dice: 0, most: 0, face: 0 };
  const numbers = Object.entries(VOCABULARY[what].numbers ?? {}) as ["points" | "dice" | "most" | "face", Bounds][];
  for (const [key, [low, high]] of numbers) {
    if (!reader.has(key)) reader.fault(key, "must be given: {act} needs it", { act: what });
    effect[key] = reader.integer(key, low, high, low);
  }
  if (numbers.length) {
    const asked = numbers.map(([key]) => key).join(", ");
    reader.finish("is not a key of {act}, which takes {asked}", { act: what, asked });
  } else {
    reader.finish("is not a key of {act}, which takes no number", { act: what });
  }
  return effect;
}

function readNeeds(reader: Reader): Needs {
  const table = reader.table("needs");
  if (!table) return { least_dice: 0, most_dice: 0, least_turn: 0, door: "any" };
  const needs: Needs = {
    least_dice: table.integer("least_dice", 1, MAX_DICE, 0),
    most_dice: table.integer("most_dice", 1, MAX_DICE, 0),
    least_turn: table.integer("least_turn", 1, MOST_POINTS, 0),
    door: table.choice("door", DOORS, "any"),
  };
  if (needs.most_dice && needs.least_dice > needs.most_dice) {
    table.fault("least_dice", "must be at most most_dice ({most})", { most: needs.most_dice });
  }
  table.finish();
  return needs;
}

/** A list of colours: names, which then all have every card, or tables with a name and their own cards. */
function readColours(reader: Reader, ids: string[]): Deck["colours"] {
  const raw = reader.anything("colours");
  if (raw === undefined) return DEFAULT_COLOURS.map((name) => ({ name, cards: ids }));
  if (!Array.isArray(raw) || raw.length < 1 || raw.length > MAX_SEATS) {
    reader.fault("colours", "must be a list of 1 to {most} colours", { most: MAX_SEATS });
    return [];
  }
  const colours: Deck["colours"] = [];
  raw.forEach((item: unknown, index) => {
    const key = `colours[${index}]`;
    let name = item;
    let cards = ids;
    if (isTable(item)) {
      name = new Reader(item, []).text("name", 20); // its faults are told in one sentence below
      cards = cardsOf(reader, key, item.cards, ids);
      if (Object.keys(item).some((one) => one !== "name" && one !== "cards")) {
        reader.fault(key, "has a name and cards, nothing else");
      }
    }
    if (typeof name !== "string" || !NAME.test(name) || name.length > 20) {
      reader.fault(key, "must be a lower-case word of at most 20 letters, or a table with name and cards");
    } else if (colours.some((colour) => colour.name === name)) {
      reader.fault(key, "{word} stands there twice", { word: name });
    }
    colours.push({ name: String(name), cards });
  });
  return colours;
}

function cardsOf(reader: Reader, key: string, raw: unknown, ids: string[]): string[] {
  if (!Array.isArray(raw) || !raw.length || !raw.every((card) => typeof card === "string")) {
    reader.fault(`${key}.cards`, "must be a list of card ids");
    return [];
  }
  const unknown = raw.find((card) => !ids.includes(card));
  if (unknown !== undefined) {
    reader.fault(`${key}.cards`, "{id} is not a card of this deck", { id: `'${unknown.slice(0, 40)}'` });
    return [];
  }
  if (new Set(raw).size !== raw.length) {
    reader.fault(`${key}.cards`, "a card stands there twice");
    return [];
  }
  return ids.filter((card) => raw.includes(card));
}

/** Faults that lie between the keys of one card. */
function together(reader: Reader, card: Card): void {
  const acts = card.effects.map((effect) => effect.do);
  for (const what of acts) {
    const { windows } = VOCABULARY[what];
    if (windows && (!card.when.length || card.when.some((window) => !windows.includes(window)))) {
      const known = [...windows].sort().join(", ");
      reader.fault("when", "{act} can only be played {known}, so the card must say so", { act: what, known });
    }
    if (LASTING.has(what) && !ongoing(card)) {
      reader.fault("lasts", "must be given: {act} works while the card lies in play", { act: what });
    }
    if ((what === "take_points" || what === "lose_points") && card.target === "self") {
      reader.fault("target", "must be foe, ahead or leader: {act} needs somebody else", { act: what });
    }
    if (what === "cancel_next" && card.target !== "self") {
      reader.fault("target", "must be self: {act} protects its owner", { act: what });
    }
  }
  if (acts.filter((what) => VOCABULARY[what].aboutTheRoll).length > 1) {
    reader.fault("effects", "only one effect of a card may deal with the dice on the table");
  }
  if (!card.effects.length) return;
  if (ongoing(card) && !acts.some((what) => LASTING.has(what))) {
    reader.fault("lasts", "needs an effect that lasts: one of {known}", { known: [...LASTING].sort().join(", ") });
  }
  if (card.lasts === "until_triggered" && !acts.some((what) => TRIGGERED.has(what))) {
    reader.fault("lasts", "until_triggered needs one of {known}", { known: [...TRIGGERED].sort().join(", ") });
  }
}

/** Plain data in the shape of a deck file that checks to the same deck. */
export function deckToRaw(deck: Deck): Record<string, unknown> {
  const raw: Record<string, unknown> = { name: deck.name, title: deck.title };
  if (deck.summary) raw.summary = deck.summary;
  if (deck.source) raw.source = deck.source;
  raw.cards = deck.cards.map(cardToRaw);
  const ids = deck.cards.map((card) => card.id).join();
  const same = deck.colours.every((colour) => colour.cards.join() === ids);
  raw.colours = deck.colours.map((colour) => (same ? colour.name : { name: colour.name, cards: colour.cards }));
  raw.hands = deck.hands;
  for (const key of ["unlabelled_on_farkle", "gold_needs_door", "ties_by_cards"] as const) if (deck[key]) raw[key] = true;
  return raw;
}

function cardToRaw(card: Card): Record<string, unknown> {
  const raw: Record<string, unknown> = { id: card.id, name: card.name, text: card.text, gold: card.gold };
  if (card.when.length) raw.when = card.when;
  if (card.target !== "self") raw.target = card.target;
  if (ongoing(card)) raw.lasts = card.lasts;
  if (counted(card)) raw.turns = card.turns;
  if (card.ends_on_farkle) raw.ends_on_farkle = true;
  const needs = Object.entries(card.needs).filter(([, value]) => value !== 0 && value !== "any");
  if (needs.length) raw.needs = Object.fromEntries(needs);
  raw.effects = card.effects.map((effect) => {
    const keys = Object.keys(VOCABULARY[effect.do].numbers ?? {}) as (keyof Effect)[];
    return Object.fromEntries([["do", effect.do], ...keys.map((key) => [key, effect[key]])]);
  });
  return raw;
}
