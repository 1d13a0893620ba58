// What the coach says, as plain values: the forms of docs/coach.md, which the server sends in the same words.

import type { Source, Unit } from "../players/solved_turns";
import type { Said } from "../rules/said";

export type { Source, Unit };

export type Theme = "which dice" | "stop or roll" | "hot dice" | "last turn" | "on the board" | "near the end";
export type Class = "fine" | "doubtful" | "mistake" | "blunder";

export interface Option {
  action: "roll" | "bank" | "card" | "pass";
  keep: string | null;
  value: number;
  win: number | null;
  expected: number;
  loss: number;
  equal: boolean;
  total: number;
  dice: number | null;
  farkle: number | null;
  low: number | null;
  high: number | null;
  card: string | null;
  target: number | null;
  with_dice: string | null;
  shares: number[] | null;
}

export interface Advice {
  rules: string;
  title: string;
  hash: string;
  position: string;
  seat: number;
  unit: Unit;
  exact: boolean;
  source: Source;
  forced: boolean;
  reason: string;
  why: Said;
  options: Option[];
  order: number[];
}

export interface Moment {
  position: string;
  rules: string;
  title: string;
  hash: string;
  waits: "choice" | "dice" | "nothing";
  seat: number;
  round: number;
  phase: "normal" | "last" | "play_off" | "over";
  totals: number[];
  turn_total: number;
  dice: number;
  roll: string;
  unit: Unit;
  source: Source | null;
  alone: boolean;
  values: number[];
  note: string;
  farkle: boolean;
  winners: number[];
  advice: Advice | null;
  /** What `note` says, as words with gaps. */
  noted: Said | null;
}

export interface Decision {
  step: number;
  turn: number;
  round: number;
  seat: number;
  position: string;
  totals: number[];
  turn_total: number;
  roll: string;
  played: Option;
  best: Option;
  loss: number;
  class: Class;
  forced: boolean;
  for_the_win: boolean;
  reason: string;
  why: Said;
  change: number[];
}

export interface Thrown {
  step: number;
  turn: number;
  round: number;
  seat: number;
  faces: string;
  dice: number;
  farkle: boolean;
  before: number;
  after: number;
  luck: number;
  change: number[];
  position: string;
}

export interface Other {
  step: number;
  turn: number;
  seat: number;
  what: string;
  change: number[];
}

export interface Point {
  step: number;
  turn: number;
  values: number[];
}

export interface Summary {
  seat: number;
  name: string;
  player: string;
  start: number;
  result: number;
  luck: number;
  loss: number;
  cost: number;
  other: number;
  drift: number;
  adjusted: number;
  rolls: number;
  decisions: number;
  unforced: number;
  per_decision: number;
  classes: Record<Class, number>;
  grade: string;
  grade_words: string;
}

export interface Review {
  rules: string;
  title: string;
  hash: string;
  unit: Unit;
  exact: boolean;
  source: Source;
  finished: boolean;
  winners: number[];
  totals: number[];
  summary: string;
  players: Summary[];
  decisions: Decision[];
  rolls: Thrown[];
  others: Other[];
  worst: number[];
  luckiest: number[];
  curve: Point[];
  identity: number;
}

/** What the strategy card to remember says: its choice, and at which total it stops with the dice left then. */
export interface CardSays {
  option: Option;
  stop_at: number | null;
}

export interface Exercise {
  rules: string;
  position: string;
  theme: Theme;
  seed: string;
  origin: string;
  tempting: Option;
  advice: Advice;
  scale: number;
  card: CardSays | null;
}
