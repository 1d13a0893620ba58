// From raw values to a rule set: what each key means, what it may be, and what does not go together.

import { expand, unpack, type Combination } from "./combinations";
import type { Deck } from "./deck";
import { checkDeck, NAME, NAME_FAULT } from "./deck_checking";
import { fault, type Fault } from "./faults";
import { DECK_FILE, isTable, Reader, type Raw } from "./reading";
import { ALIKE, BUMPS, FACES, FIRST_PLAYERS, gcd, HOT_DICE, LAST_CHANCES, LONGEST_TITLE, MAX_DICE, MAX_SEATS, NO_PENALTY, NO_SCORING, NO_TOXIC, OPENING_POLICIES, OVERSHOOTS, REACHES, stepOf, TIES, type Alike, type Pattern, type Penalty, type Ruleset, type Scoring } from "./ruleset";
import { shippedDeck, shippedDecks } from "./sheets";

/** The newest format of rule files that is read here. */
const FORMAT = 2;
const MOST_POINTS = 1_000_000;
const MOST_TARGET = 10_000_000;
const MOST_PATTERNS = 10;
/** Keys that came with format 2: a file of format 1 may not have them. */
const SINCE_2 = ["bank_step", "piggyback", "bump", "instant_win", "instant_loss", "overshoot"];

/** The rule set that raw values describe, or null with every fault. */
export function check(raw: Raw, otherwise: string): { rules: Ruleset | null; faults: Fault[] } {
  const faults: Fault[] = [];
  const reader = new Reader(raw, faults);
  const format = reader.integer("format", 1, FORMAT, FORMAT);
  const name = reader.text("name", 60, otherwise);
  if (!NAME.test(name)) reader.fault("name", NAME_FAULT);
  const dice = reader.integer("dice", 1, MAX_DICE, 6);
  const target = reader.integer("target", 1, MOST_TARGET, 0);
  const rounds = reader.integer("rounds", 1, 1000, 0);
  if (reader.has("target") === reader.has("rounds")) {
    reader.fault("target", "a sheet has either a target or a number of rounds, exactly one of them");
  }
  const opening = reader.integer("opening", 0, MOST_POINTS, 0);
  const openingPolicy = reader.choice("opening_policy", OPENING_POLICIES, "must_reach");
  const minimum = reader.integer("minimum", 0, MOST_POINTS, 0);
  const minimumBindsWin = reader.boolean("minimum_binds_win", true);
  const reach = reader.choice("reach", REACHES, "at_least");
  const lastChance = reader.choice("last_chance", LAST_CHANCES, "none");
  if (rounds && lastChance !== "none") {
    reader.fault("last_chance", "needs a target; a sheet with rounds ends when they are played");
  }
  if (lastChance === "last_licks" && format < 2) {
    reader.fault("last_chance", "last_licks is a word of format {format}: the file must say so", { format: 2 });
  }
  const ties = reader.choice("ties", TIES, "shared");
  if (rounds && ties === "trigger_keeps") {
    reader.fault("ties", "trigger_keeps needs a target; with rounds nobody triggers the end");
  }
  const minPlayers = reader.integer("min_players", 1, MAX_SEATS, 2);
  const maxPlayers = reader.integer("max_players", 0, MAX_SEATS, 0);
  if (maxPlayers && maxPlayers < minPlayers) {
    reader.fault("max_players", "must be at least min_players ({low}), or 0 for no limit", { low: minPlayers });
  }
  const soloGoal = reader.integer("solo_goal", 0, MOST_TARGET, 0);
  if (soloGoal && !rounds) reader.fault("solo_goal", "needs a number of rounds to reach it in");
  if (soloGoal && maxPlayers !== 1) reader.fault("solo_goal", "is for one player: it needs max_players = 1");
  const hotDice = reader.choice("hot_dice", HOT_DICE, "optional");
  if (hotDice === "forced" && dice === 1) {
    reader.fault("hot_dice", "forced needs at least two dice: with one no turn could ever stop");
  }
  const bankStep = reader.integer("bank_step", 0, 1000, 0);
  const piggyback = reader.boolean("piggyback", false);
  const said = reader.choice("overshoot", OVERSHOOTS, "nothing");
  const overshoot = target ? said : "nothing";
  if (overshoot === "welfare" && reach !== "exactly") {
    reader.fault("overshoot", "welfare needs reach = exactly: nothing else goes beyond a target");
  }
  const joker = readJoker(reader, dice, format);
  const deck = readDeck(reader);
  if (deck && piggyback) reader.fault("piggyback", "does not go with cards");
  if (deck && joker.face) reader.fault("joker.face", "does not go with cards");
  const rules: Ruleset = {
    name,
    title: reader.text("title", LONGEST_TITLE) || name,
    summary: reader.text("summary", 600),
    source: reader.text("source", 300),
    base: reader.text("base", 60),
    scoring: readScoring(reader.table("scoring"), dice),
    dice,
    weights: readWeights(reader, dice),
    min_players: minPlayers,
    max_players: maxPlayers,
    first_player: reader.choice("first_player", FIRST_PLAYERS, "chosen"),
    opening,
    opening_policy: opening ? openingPolicy : "must_reach",
    minimum,
    minimum_binds_win: minimum || bankStep ? minimumBindsWin : true,
    take_all: reader.boolean("take_all", false),
    hot_dice: hotDice,
    nothing_bonus: reader.integer("nothing_bonus", 0, MOST_POINTS, 0),
    toxic: readToxic(reader, dice),
    penalty: readPenalty(reader),
    target,
    reach: target || soloGoal ? reach : "at_least",
    last_chance: lastChance,
    rounds,
    ties,
    solo_goal: soloGoal,
    compensation: readCompensation(reader),
    deck,
    joker,
    instant_win: readPatterns(reader, "instant_win", dice),
    instant_loss: readPatterns(reader, "instant_loss", dice),
    bank_step: bankStep,
    overshoot,
    bump: reader.choice("bump", BUMPS, "none"),
    piggyback,
  };
  if (format < 2) for (const key of SINCE_2) if (reader.has(key)) tooEarly(reader, key);
  reader.finish();
  if (!faults.length) faults.push(...together(rules));
  return { rules: faults.length ? null : rules, faults };
}

function tooEarly(reader: Reader, key: string): void {
  reader.fault(key, "is a key of format {format}: the file must say so", { format: 2 });
}

/** Faults that only show when every single value is in order. */
function together(rules: Ruleset): Fault[] {
  const faults: Fault[] = [];
  const goal = rules.target || rules.solo_goal;
  if (!rules.nothing_bonus && !expand(rules).some((combination) => canFall(rules, combination))) {
    faults.push(fault("scoring", "must name at least one score that these dice can roll"));
  } else if (rules.reach === "exactly" && goal % stepOf(rules)) {
    const key = rules.target ? "target" : "solo_goal";
    faults.push(fault(key, "can never be hit exactly: every score is a multiple of {step}", { step: stepOf(rules) }));
  }
  if (rules.deck && rules.deck.colours.length < rules.min_players) {
    const count = rules.deck.colours.length;
    faults.push(fault("min_players", "must be at most {count}: the deck has no more colours", { count }));
  }
  return faults;
}

/** Whether a roll with this combination exists: enough dice, none of its faces missing, no toxic roll. */
function canFall(rules: Ruleset, combination: Combination): boolean {
  const faces = unpack(combination.dice);
  const { face, count } = rules.toxic;
  if (faces.length > rules.dice || (face && faces.filter((one) => one === face).length >= count)) return false;
  return !rules.weights.length || faces.every((one) => rules.weights.some((row) => row[one - 1]));
}

function readScoring(reader: Reader | null, dice: number): Scoring {
  if (!reader) return NO_SCORING;
  const points = (key: string): number => reader.integer(key, 0, MOST_POINTS, 0);
  const threePairs = points("three_pairs");
  const pairsMayRepeat = reader.boolean("pairs_may_repeat", false);
  const twoTriplets = points("two_triplets");
  const tripletsMayRepeat = reader.boolean("triplets_may_repeat", false);
  const scoring: Scoring = {
    singles: reader.perFace("singles", MOST_POINTS),
    triples: reader.perFace("triples", MOST_POINTS),
    alike: readAlike(reader, dice),
    straight: points("straight"),
    runs: readRuns(reader),
    three_pairs: threePairs,
    pairs_may_repeat: pairsMayRepeat && threePairs > 0,
    two_triplets: twoTriplets,
    triplets_may_repeat: tripletsMayRepeat && twoTriplets > 0,
    four_and_pair: points("four_and_pair"),
    full_house: points("full_house"),
    full_house_bonus: points("full_house_bonus"),
    sets: readSets(reader, dice),
  };
  reader.finish();
  return scoring;
}

function readAlike(reader: Reader, dice: number): Alike {
  const none: Alike = { scheme: "none", values: [] };
  const table = reader.table("alike");
  if (!table) return none;
  const scheme = table.choice("scheme", ALIKE, "none");
  const counts: number[] = [];
  for (let count = 4; count <= MAX_DICE; count++) if (table.has(String(count))) counts.push(count);
  const values = counts.map((count) => table.integer(String(count), 1, MOST_POINTS, 1));
  table.finish("is not scheme or a number of dice from 4 to {most}", { most: MAX_DICE });
  if (scheme === "table" || scheme === "multiply") {
    if (!counts.length || counts.some((count, index) => count !== index + 4)) {
      table.fault("scheme", "{scheme} needs a value for 4 dice and then for each number without a gap", { scheme });
      return none;
    }
    return dice > 3 ? { scheme, values: values.slice(0, dice - 3) } : none;
  }
  if (counts.length) table.fault("scheme", "{scheme} takes no values of its own", { scheme });
  return dice > 3 ? { scheme, values: [] } : none;
}

function readRuns(reader: Reader): Scoring["runs"] {
  const table = reader.table("runs");
  if (!table) return [];
  const runs: Scoring["runs"] = [];
  for (const key of table.keys().sort()) {
    const match = /^([1-6])-([1-6])$/.exec(key);
    const [low, high] = [Number(match?.[1]), Number(match?.[2])];
    if (!match || low >= high) continue;
    const points = table.integer(key, 0, MOST_POINTS, 1);
    if (key === "1-6") table.fault(key, "is the straight: write it as straight = ...");
    else if (points) runs.push({ low, high, points });
  }
  table.finish("is not a run such as 1-5", {});
  return runs;
}

function readSets(reader: Reader, dice: number): Scoring["sets"] {
  const best = new Map<string, number>();
  reader.lists("sets", 50).forEach((item, index) => {
    const key = `sets[${index}]`;
    if (!isTable(item)) {
      reader.fault(key, "must be a table with dice and points");
      return;
    }
    const faults: Fault[] = [];
    const inner = new Reader(item, faults);
    const faces = inner.text("dice", 3 * MAX_DICE).replaceAll(" ", "");
    const points = inner.integer("points", 1, MOST_POINTS, 0);
    inner.finish();
    if (!faults.length && (!/^[1-6]+$/.test(faces) || faces.length > dice)) {
      inner.fault("dice", "must be 1 to {dice} faces such as 135", { dice });
    }
    if (!faults.length && !points) inner.fault("points", "must be given");
    for (const found of faults) reader.remember(`${key}.${found.key}`, found);
    if (faults.length) return;
    const chosen = [...faces].sort().join("");
    best.set(chosen, Math.max(points, best.get(chosen) ?? 0));
  });
  const sorted = [...best].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([faces, points]) => ({ faces: [...faces].map(Number), points }));
}

/** One list of six weights for every die, or one such list for each; fair dice have none. */
function readWeights(reader: Reader, dice: number): number[][] {
  let rows = reader.lists("weights", MAX_DICE);
  if (!rows.length) return [];
  if (rows.every((row) => !Array.isArray(row))) {
    const row = rows;
    rows = Array.from({ length: dice }, () => row);
  }
  if (rows.length !== dice) {
    reader.fault("weights", "must be six numbers, or six numbers for each of the {dice} dice", { dice });
    return [];
  }
  const weights: number[][] = [];
  for (const [index, row] of rows.entries()) {
    const faults: Fault[] = [];
    const key = `weights[${index}]`;
    const inner = new Reader({ [key]: row }, faults);
    const numbers = inner.integers(key, 0, 1000, FACES);
    if (!faults.length && (numbers.length !== FACES || !numbers.some(Boolean))) {
      inner.fault(key, "must be six numbers, not all of them zero");
    }
    for (const found of faults) reader.remember(found.key, found);
    if (faults.length) return [];
    const common = numbers.reduce(gcd, 0);
    weights.push(numbers.map((number) => number / common));
  }
  return weights.every((row) => new Set(row).size === 1) ? [] : weights;
}

function readToxic(reader: Reader, dice: number): Ruleset["toxic"] {
  const table = reader.table("toxic");
  if (!table) return NO_TOXIC;
  const face = table.integer("face", 0, FACES, 0);
  const count = table.integer("count", 1, dice, Math.min(4, dice));
  table.finish();
  return face ? { face, count } : NO_TOXIC;
}

function readJoker(reader: Reader, dice: number, format: number): Ruleset["joker"] {
  const table = reader.table("joker");
  if (!table) return { face: 0, dice: 1 };
  if (format < 2) for (const key of ["face", "dice"]) if (table.has(key)) tooEarly(table, key);
  const face = table.integer("face", 0, FACES, 0);
  const count = table.integer("dice", 1, dice, 1);
  table.finish();
  return { face, dice: face ? count : 1 };
}

/** Rolls that decide a game: faces that must lie there, or so many alike. */
function readPatterns(reader: Reader, key: string, dice: number): Pattern[] {
  const found = new Map<string, Pattern>();
  reader.lists(key, MOST_PATTERNS).forEach((item, index) => {
    const inner = reader.entry(`${key}[${index}]`, item);
    if (!inner) return;
    const text = inner.text("dice", 3 * MAX_DICE).replaceAll(" ", "");
    const alike = inner.integer("alike", 2, Math.max(2, dice), 0);
    const first = inner.boolean("first", false);
    inner.finish();
    if (inner.has("dice") === inner.has("alike")) {
      inner.fault("dice", "must be given, or alike, and not both");
    } else if (!/^[1-6]*$/.test(text) || Math.max(text.length, alike) > dice) {
      inner.fault(text ? "dice" : "alike", "must be 1 to {dice} faces such as 135", { dice });
    } else if (text || alike) {
      const faces = [...text].sort();
      found.set(`${faces.join("")} ${String(alike).padStart(2)} ${first}`, { faces: faces.map(Number), alike, first });
    }
  });
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pattern]) => pattern);
}

function readPenalty(reader: Reader): Penalty {
  const table = reader.table("penalty");
  if (!table) return NO_PENALTY;
  const count = table.integer("count", 1, 20, 3);
  const points = table.integer("points", 0, MOST_POINTS, 0);
  const restarts = table.boolean("restarts", true);
  const floor = table.has("floor") ? table.integer("floor", -MOST_TARGET, 0, 0) : null;
  table.finish();
  return points ? { count, points, restarts: restarts || count === 1, floor } : NO_PENALTY;
}

function readCompensation(reader: Reader): number[] {
  const points = reader.integers("compensation", 0, MOST_POINTS, MAX_SEATS);
  while (points.at(-1) === 0) points.pop();
  return points;
}

function readDeck(reader: Reader): Deck | null {
  const raw = reader.anything("deck");
  if (raw === undefined || raw === "") return null;
  if (isTable(raw)) {
    const table = reader.table("deck", DECK_FILE);
    return table && checkDeck(table, "house-cards");
  }
  if (typeof raw !== "string" || !shippedDecks().includes(raw)) {
    const known = shippedDecks().join(", ");
    reader.fault("deck", "must be the name of a deck ({known}), a deck file such as mine.toml, or a table", { known });
    return null;
  }
  return shippedDeck(raw);
}
