// The rule set: one value that says everything the referee needs to know about a game. Fields have the names of
// rule files, so that the canonical form, and with it the hash, is the same in every language. What is asked most is
// asked of less than a whole rule set, so that the compiled form of a server's sheet may ask it too.

import { expand } from "./combinations";
import type { Deck } from "./deck";
import { ScoringTable } from "./scoring";

export const FACES = 6;
/** What a die shows whose joker lies on top, beside the faces 1 to 6. */
export const JOKER = 7;
export const MAX_DICE = 10;
export const MAX_SEATS = 20;
export const LONGEST_TITLE = 120;

export const ALIKE = ["none", "table", "add", "double", "multiply"] as const;
export const OPENING_POLICIES = ["must_reach", "may_stop"] as const;
export const HOT_DICE = ["optional", "forced"] as const;
export const REACHES = ["at_least", "more_than", "exactly"] as const;
export const LAST_CHANCES = ["none", "finish_round", "others_once", "last_licks"] as const;
export const OVERSHOOTS = ["nothing", "welfare"] as const;
export const BUMPS = ["none", "to_zero", "swap"] as const;
export const TIES = ["shared", "trigger_keeps", "play_off"] as const;
export const FIRST_PLAYERS = ["chosen", "rolled"] as const;

/** The scheme for four and more alike; `values[i]` belongs to `i + 4` dice (points or multiplier). */
export interface Alike {
  scheme: (typeof ALIKE)[number];
  values: number[];
}

export interface Scoring {
  singles: number[];
  triples: number[];
  alike: Alike;
  straight: number;
  runs: { low: number; high: number; points: number }[];
  three_pairs: number;
  pairs_may_repeat: boolean;
  two_triplets: number;
  triplets_may_repeat: boolean;
  four_and_pair: number;
  full_house: number;
  full_house_bonus: number;
  sets: { faces: number[]; points: number }[];
}

export interface Penalty {
  count: number;
  points: number;
  restarts: boolean;
  floor: number | null;
}

/** Dice that decide a game by lying in one roll: these faces, or so many alike; `first`: of a turn. */
export interface Pattern {
  faces: number[];
  alike: number;
  first: boolean;
}

export interface Ruleset {
  name: string;
  title: string;
  summary: string;
  source: string;
  base: string;
  scoring: Scoring;
  dice: number;
  weights: number[][];
  min_players: number;
  max_players: number;
  first_player: (typeof FIRST_PLAYERS)[number];
  opening: number;
  opening_policy: (typeof OPENING_POLICIES)[number];
  minimum: number;
  minimum_binds_win: boolean;
  take_all: boolean;
  hot_dice: (typeof HOT_DICE)[number];
  nothing_bonus: number;
  toxic: { face: number; count: number };
  penalty: Penalty;
  target: number;
  reach: (typeof REACHES)[number];
  last_chance: (typeof LAST_CHANCES)[number];
  rounds: number;
  ties: (typeof TIES)[number];
  solo_goal: number;
  compensation: number[];
  deck: Deck | null;
  /** A face that is a joker on the first `dice` dice: it completes combinations and never scores alone. */
  joker: { face: number; dice: number };
  instant_win: Pattern[];
  instant_loss: Pattern[];
  bank_step: number;
  overshoot: (typeof OVERSHOOTS)[number];
  bump: (typeof BUMPS)[number];
  piggyback: boolean;
}

/** What says which dice score. */
export type Scores = Pick<Ruleset, "scoring" | "dice" | "take_all" | "nothing_bonus" | "toxic" | "joker">;

/** What says where a game ends. */
export type Ends = Pick<Ruleset, "target"> & { reach: string };

/** A card as far as it changes totals. */
interface Worth {
  gold: number;
  effects: readonly { do: string; points: number; most: number }[];
}

/** What says in which steps totals come. */
export type Steps = Pick<Ruleset, "scoring" | "dice" | "nothing_bonus" | "penalty" | "compensation"> & {
  deck: { cards: readonly Worth[] } | readonly Worth[] | null;
};

/** Whether a roll shows a pattern; jokers stand for nothing here. */
export function liesIn(pattern: Pattern, roll: readonly number[], first: boolean): boolean {
  if (pattern.first && !first) return false;
  const count = (dice: readonly number[], face: number): number => dice.filter((one) => one === face).length;
  if (pattern.alike) return [1, 2, 3, 4, 5, 6].some((face) => count(roll, face) >= pattern.alike);
  return pattern.faces.every((face) => count(roll, face) >= count(pattern.faces, face));
}

/** The weights of a die with a joker in the place of a face (0: nowhere), the joker behind the faces 1 to 6. */
export function withJoker(row: readonly number[], face: number): number[] {
  return [...row.map((weight, index) => (index + 1 === face ? 0 : weight)), face ? (row[face - 1] ?? 0) : 0];
}

const cups = new WeakMap<Ruleset, number[][]>();

/** The weights of each die where they are not all fair; a joker is behind the faces 1 to 6. */
export function cupOf(rules: Ruleset): number[][] {
  const { joker, weights, dice } = rules;
  if (!joker.face) return weights;
  let cup = cups.get(rules);
  if (!cup) {
    const rows = weights.length ? weights : Array.from({ length: dice }, () => [1, 1, 1, 1, 1, 1]);
    cups.set(rules, (cup = rows.map((row, die) => withJoker(row, die < joker.dice ? joker.face : 0))));
  }
  return cup;
}

export const NO_SCORING: Scoring = {
  singles: [0, 0, 0, 0, 0, 0],
  triples: [0, 0, 0, 0, 0, 0],
  alike: { scheme: "none", values: [] },
  straight: 0,
  runs: [],
  three_pairs: 0,
  pairs_may_repeat: false,
  two_triplets: 0,
  triplets_may_repeat: false,
  four_and_pair: 0,
  full_house: 0,
  full_house_bonus: 0,
  sets: [],
};
export const NO_PENALTY: Penalty = { count: 3, points: 0, restarts: true, floor: null };
export const NO_TOXIC = { face: 0, count: 4 };

/** Points of `count` dice of a face whose triple is worth `triple`; 0 where there is no such score. */
export function alikePoints(alike: Alike, triple: number, count: number): number {
  const value = alike.values[count - 4] ?? 0;
  switch (alike.scheme) {
    case "add":
      return triple * (count - 2);
    case "double":
      return triple * 2 ** (count - 3);
    case "table":
      return value;
    case "multiply":
      return triple * value;
    default:
      return 0;
  }
}

/** Whether seats may bring dice of their own to a sheet; `cup` has its weighted dice, `deck` its cards. */
export function allowsOwnDice({ deck, piggyback }: Pick<Ruleset, "piggyback"> & { deck: object | null }, cup: readonly unknown[]): boolean {
  const cards = Array.isArray(deck) ? deck.length > 0 : deck !== null;
  return !cards && !piggyback && !cup.length;
}

/** The fewest and the most players that a sheet allows, within the limit of the program and of the deck. */
export function seatsAllowed(rules: Ruleset): [number, number] {
  let most = rules.max_players || MAX_SEATS;
  if (rules.deck) most = Math.min(most, rules.deck.colours.length); // everybody needs a colour
  return [rules.min_players, most];
}

/** Whether a sheet allows that many players. */
export function allowsSeats(rules: Ruleset, players: number): boolean {
  const [low, high] = seatsAllowed(rules);
  return low <= players && players <= high;
}

/** Whether a total meets a goal in this sheet's sense of the word. */
export function meets(rules: Ends, total: number, goal: number): boolean {
  if (rules.reach === "at_least") return total >= goal;
  return rules.reach === "more_than" ? total > goal : total === goal;
}

/** The smallest total that meets a goal, where totals come in the steps of the sheet. */
export function leastMeeting(rules: Ends & Steps, goal: number): number {
  return rules.reach === "more_than" ? goal + stepOf(rules) : goal;
}

/** Whether a recorded total meets the target; a sheet with rounds has none, so never. */
export function reached(rules: Ends, total: number): boolean {
  return rules.target > 0 && meets(rules, total, rules.target);
}

export function gcd(a: number, b: number): number {
  a = Math.abs(a);
  b = Math.abs(b);
  while (b) [a, b] = [b, a % b];
  return a;
}

const steps = new WeakMap<Steps, number>();

/** Greatest common divisor of everything that can change a total. */
export function stepOf(rules: Steps): number {
  let step = steps.get(rules);
  if (step === undefined) {
    const numbers = [rules.nothing_bonus, rules.penalty.points, rules.penalty.floor ?? 0, ...rules.compensation];
    const { deck } = rules;
    for (const card of (deck && "cards" in deck ? deck.cards : deck) ?? []) {
      numbers.push(card.gold);
      for (const effect of card.effects) numbers.push(effect.points, effect.do === "double" ? effect.most : 0);
    }
    for (const combination of expand(rules)) numbers.push(combination.points);
    steps.set(rules, (step = numbers.reduce(gcd, 0)));
  }
  return step;
}

const tables = new WeakMap<Scores, ScoringTable>();

/** The scores of a rule set, worked out when they are first asked for. */
export function tableOf(rules: Scores): ScoringTable {
  let table = tables.get(rules);
  if (!table) tables.set(rules, (table = new ScoringTable(rules)));
  return table;
}
