// What is on show at a table, and how long each moment of it is looked at.

import type { Die } from "../game/choosing";
import type { Row } from "../game/story";

export interface SceneDie extends Die {
  /** Counts throws, so that a die that falls on the same face is seen to be thrown. */
  throws: number;
}

/** What is on show. */
export interface Scene {
  mover: number;
  loose: SceneDie[];
  rows: Row[];
  turnTotal: number;
  totals: number[];
  /** Dice in the air: asked for and not yet answered. */
  air: number[];
  /** A moment that takes the whole tray. */
  moment: Moment | null;
  /** The seat that has reason to be glad; -1 for nobody. */
  glad: number;
  /** A word at a seat for a moment: it is on the board now. */
  flag: number;
  /** A penalty that is being written at a seat. */
  penalty: { seat: number; points: number } | null;
}

export interface Moment {
  kind: "farkle" | "hot" | "bank" | "turn" | "good" | "last" | "card";
  text: string;
  /** Whose face belongs to it. */
  seat?: number;
  /** A second, quieter line. */
  more?: string;
  /** Points that go to the seat. */
  points?: number;
  /** A card that is played, and on whom. */
  card?: string;
  target?: number;
}

/** A reaction that floats over the felt from its seat. */
export interface Floating {
  id: number;
  seat: number;
  text: string;
}

// How long a moment is looked at; docs/page.md has the table of them. Taps of one's own never wait for any.
export const LANDING = 800;
export const FARKLE = 600;
export const PENALTY = 800;
export const HOT = 600;
/** Dice that jump back into the cup: shorter than any tap may wait. */
export const JUMP = 240;
export const BANK = 400;
export const GOOD = 500;
export const CARD = 700;
export const LAST = 1200;
export const FLAG = 500;
export const GLAD = 1500;
export const KEEP = 450;
export const TURN = 700;
/** A turn that comes to somebody of this device: taps before it were not meant for it. */
export const CHANGE = 200;
export const FLOAT = 1500;
export const MOST_FLOATING = 3;
/** The buzz of a turn that has come to somebody who looks elsewhere. */
export const CALL = [40, 80, 40, 80, 40];
/** Points that are a good keep, and a bank to be glad of. */
export const GREAT = 1000;

/** Whether a keep is one to be named: worth much, or six alike. */
export function isGreat({ points, faces }: { points: number; faces: readonly number[] }): boolean {
  return points >= GREAT || (faces.length === 6 && new Set(faces).size === 1);
}
