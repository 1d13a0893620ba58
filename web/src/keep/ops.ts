// Everything that a scorekeeper taps, in order. The game is what they come to; undo takes the last one away.

import type { CompiledRules } from "../net/messages";
import { optionFor } from "../game/scoring";
import type { Row } from "../game/story";
import { adjust, enterTurn, join, leave, newSheet, type Sheet } from "./referee";

export type Op =
  | { type: "face"; face: number }
  | { type: "keep"; faces: number[] }
  | { type: "bank"; faces: number[] }
  | { type: "farkle" }
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

export interface Kept {
  sheet: Sheet;
  turn: Turn;
}

type Step =
  | { type: "turn"; points: number | null; ruling: boolean }
  | { type: "adjust"; seat: number; points: number }
  | { type: "join"; name: string; total: number }
  | { type: "leave"; seat: number };

function newTurn(rules: CompiledRules): Turn {
  return { rows: [], swept: [], loose: [], hand: rules.dice, points: 0 };
}

/** What the taps come to. A turn that is corrected later is played as corrected, with all that follows from it. */
export function keptBy(rules: CompiledRules, names: readonly string[], starter: number, ops: readonly Op[]): Kept {
  const steps: Step[] = [];
  const turns: Extract<Step, { type: "turn" }>[] = [];
  const called = [...names];
  let turn = newTurn(rules);
  const end = (points: number | null, ruling = false): void => {
    const step = { type: "turn" as const, points, ruling };
    steps.push(step);
    turns.push(step);
    turn = newTurn(rules);
  };
  for (const op of ops) {
    switch (op.type) {
      case "face":
        if (turn.loose.length < turn.hand) turn = { ...turn, loose: [...turn.loose, op.face] };
        break;
      case "keep":
        turn = setAside(rules, turn, op.faces);
        break;
      case "bank":
        end((op.faces.length ? setAside(rules, turn, op.faces) : turn).points);
        break;
      case "farkle":
        end(null);
        break;
      case "points":
        end(op.points, op.ruling ?? false);
        break;
      case "edit": {
        const edited = turns[op.turn];
        if (edited) Object.assign(edited, { points: op.points, ruling: true });
        break;
      }
      case "rename":
        called[op.seat] = op.name;
        break;
      case "join":
        called.push(op.name);
        steps.push(op);
        break;
      case "leave":
        if (op.seat === moverAfter(rules, names, starter, steps)) turn = newTurn(rules);
        steps.push(op);
        break;
      default:
        steps.push(op);
    }
  }
  const sheet = played(rules, names, starter, steps);
  return { sheet: { ...sheet, seats: sheet.seats.map((seat, index) => ({ ...seat, name: called[index] ?? seat.name })) }, turn };
}

function moverAfter(rules: CompiledRules, names: readonly string[], starter: number, steps: readonly Step[]): number {
  return played(rules, names, starter, steps).mover;
}

function played(rules: CompiledRules, names: readonly string[], starter: number, steps: readonly Step[]): Sheet {
  let sheet = newSheet(rules, names, starter);
  for (const step of steps) {
    if (step.type === "turn") sheet = enterTurn(rules, sheet, step.points, step.ruling);
    else if (step.type === "adjust") sheet = adjust(sheet, step.seat, step.points);
    else if (step.type === "join") sheet = join(rules, sheet, step.name, step.total);
    else sheet = leave(rules, sheet, step.seat);
  }
  return sheet;
}

/** The turn with some faces of its roll set aside; unchanged where that is not allowed. */
export function setAside(rules: CompiledRules, turn: Turn, faces: readonly number[]): Turn {
  const option = optionFor(rules, turn.loose, faces);
  if (!option) return turn;
  const row = { dice: [], faces: [...faces].sort((a, b) => a - b), points: option.points };
  const left = turn.hand - faces.length;
  const points = turn.points + option.points;
  if (left) return { ...turn, rows: [...turn.rows, row], loose: [], hand: left, points };
  // Hot dice: the rows go back into the hand.
  return { rows: [], swept: [...turn.swept, ...turn.rows, row], loose: [], hand: rules.dice, points };
}
