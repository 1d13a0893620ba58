// Everything that a scorekeeper taps, in order. The game is what the core's referee makes of it; undo takes the last
// one away.

import type { Event } from "../core/game/events";
import { newGame, type Phase, type State } from "../core/game/state";
import type { Ruleset } from "../core/rules/ruleset";
import type { Row } from "../game/story";
import { Telling } from "./telling";

export type Op =
  | { type: "face"; face: number }
  | { type: "keep"; faces: number[] }
  | { type: "bank"; faces: number[] }
  | { type: "farkle" }
  | { type: "take" }
  | { type: "points"; points: number; ruling?: boolean }
  | { type: "edit"; turn: number; points: number | null }
  | { type: "adjust"; seat: number; points: number }
  | { type: "join"; name: string; total: number }
  | { type: "leave"; seat: number }
  | { type: "rename"; seat: number; name: string };

/** A turn under way: rows that are set aside, the faces of the roll that lies there. */
export interface Turn {
  rows: Row[];
  swept: Row[];
  loose: number[];
  /** Dice that the next or the present roll has. */
  hand: number;
  points: number;
}

/** A finished turn: what went onto the sheet, null for a farkle. */
export interface Line {
  seat: number;
  points: number | null;
  penalty: number;
  opens: boolean;
}

/** The sheet as everybody reads it. */
export interface Sheet {
  seats: { name: string; total: number; opened: boolean; farkles: number; gone: boolean }[];
  lines: Line[];
  mover: number;
  round: number;
  phase: Phase;
  winners: number[];
}

export interface Kept {
  sheet: Sheet;
  turn: Turn;
  /** The game as the referee has it, with the turn under way and the roll that lies there. */
  state: State;
  /** The game as a record tells it. */
  events: Event[];
  /** What the last tap led to. */
  latest: Event[];
}

/** What the taps come to. A turn that is corrected later is played as corrected, with all that follows from it. */
export function keptBy(rules: Ruleset, names: readonly string[], starter: number, ops: readonly Op[], bags: readonly string[] = []): Kept {
  const corrected = new Map(ops.flatMap((op) => (op.type === "edit" ? [[op.turn, op.points] as const] : [])));
  const called = [...names];
  const game = new Telling(newGame(rules, names.length, { first: starter, bags }), corrected);
  for (const op of ops) {
    game.latest = [];
    switch (op.type) {
      case "face":
        game.face(op.face);
        break;
      case "keep":
        game.keep(op.faces);
        break;
      case "bank":
        game.bank(op.faces);
        break;
      case "farkle":
        game.farkle();
        break;
      case "take":
        game.takeOver();
        break;
      case "points":
        game.points(op.points, op.ruling ?? false);
        break;
      case "rename":
        called[op.seat] = op.name;
        break;
      case "adjust":
        game.adjust(op.seat, op.points);
        break;
      case "join":
        if (game.beside({ type: "TakeSeat", total: op.total, opened: op.total > 0 })) called.push(op.name);
        break;
      case "leave":
        game.beside({ type: "Resign", seat: op.seat });
        break;
      case "edit":
        break; // it was played as corrected
    }
  }
  const { state, lines, events, latest } = game;
  const seats = state.seats.map(({ total, opened, farkles, gone }, index) => ({ name: called[index] ?? "", total, opened, farkles, gone }));
  const { mover, round, phase, winners } = state;
  const sheet: Sheet = { seats, lines, mover, round, phase, winners: [...winners] };
  return { sheet, turn: game.turn, state: game.asked, events, latest };
}
