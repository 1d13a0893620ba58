// Everything that a scorekeeper taps, in order. The game is what the core's referee makes of it; undo takes the last
// one away.

import type { Command } from "../core/game/commands";
import type { Event } from "../core/game/events";
import { play } from "../core/game/referee";
import { Refusal } from "../core/game/refusals";
import { newGame, numbersTo, type Phase, type State } from "../core/game/state";
import { tableOf, type Ruleset } from "../core/rules/ruleset";
import { diceAfter } from "../core/rules/scoring";
import type { Row } from "../game/story";

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

/** A finished turn: what was told (null for a farkle), what went onto the sheet. */
export interface Line {
  seat: number;
  told: number | null;
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
  /** The game as the referee has it, the turn under way laid into it. */
  state: State;
  events: Event[];
}

/** A game under the hands of the referee. */
class Played {
  readonly events: Event[] = [];
  readonly lines: Line[] = [];
  /** What was counted after the end, and the state before it: a bonus is counted once, so it is counted anew. */
  #bonus: { before: State; events: number; points: number[] } | undefined;

  constructor(public state: State) {}

  /** Carry out a command; false where the referee refuses it. */
  do(command: Command): boolean {
    const result = play(this.state, command);
    if (result instanceof Refusal) return false;
    this.state = result.state;
    this.events.push(...result.events);
    return true;
  }

  /** A whole turn. What the sheet does not allow was written all the same: by ruling. */
  turn(points: number | null, ruling: boolean): void {
    const { mover: seat, seats } = this.state;
    const from = this.events.length;
    if (!(!ruling && this.do({ type: "EnterTurn", seat, points })) && !this.do({ type: "EnterTurn", seat, points, ruling: true })) return;
    const line: Line = { seat, told: points, points: null, penalty: 0, opens: false };
    for (const event of this.events.slice(from)) {
      if (event.type === "Banked") line.points = event.points;
      if (event.type === "Farkled") line.penalty = event.penalty;
    }
    line.opens = !seats[seat]?.opened && !!this.state.seats[seat]?.opened;
    this.lines.push(line);
  }

  /** Points outside any turn: a card on the table, a mistake of yesterday; after the end they are a bonus. */
  adjust(seat: number, points: number): void {
    if (this.state.phase !== "over" || this.#bonus === undefined) {
      if (this.do({ type: "Adjust", changes: [[seat, points]] })) return;
      this.#bonus = { before: this.state, events: this.events.length, points: this.state.seats.map(() => 0) };
    }
    const bonus = this.#bonus;
    const more = bonus.points.map((before, index) => before + (index === seat ? points : 0));
    const result = play(bonus.before, { type: "CountBonus", points: more });
    if (result instanceof Refusal) return;
    bonus.points = more;
    this.state = result.state;
    this.events.splice(bonus.events, Infinity, ...result.events);
  }
}

function newTurn(rules: Ruleset): Turn {
  return { rows: [], swept: [], loose: [], hand: diceAfter(rules, 0), points: 0 };
}

/** What the taps come to. A turn that is corrected later is played as corrected, with all that follows from it. */
export function keptBy(rules: Ruleset, names: readonly string[], starter: number, ops: readonly Op[], bags: readonly string[] = []): Kept {
  const corrected = new Map(ops.flatMap((op) => (op.type === "edit" ? [[op.turn, op.points] as const] : [])));
  const called = [...names];
  const game = new Played(newGame(rules, names.length, { first: starter, bags }));
  let turn = newTurn(rules);
  let turns = 0;
  const end = (points: number | null, ruling = false): void => {
    const put = corrected.get(turns++);
    if (put === undefined) game.turn(points, ruling);
    else game.turn(put, true);
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
      case "rename":
        called[op.seat] = op.name;
        break;
      case "adjust":
        game.adjust(op.seat, op.points);
        break;
      case "join":
        if (game.do({ type: "TakeSeat", total: op.total, opened: op.total > 0 })) called.push(op.name);
        break;
      case "leave":
        if (op.seat === game.state.mover) turn = newTurn(rules);
        game.do({ type: "Resign", seat: op.seat });
        break;
      case "edit":
        break; // it was played as corrected
    }
  }
  const { state, lines, events } = game;
  const seats = state.seats.map(({ total, opened, farkles, gone }, index) => ({ name: called[index] ?? "", total, opened, farkles, gone }));
  const { mover, round, phase, winners } = state;
  const sheet: Sheet = { seats, lines, mover, round, phase, winners: [...winners] };
  return { sheet, turn, state: during(state, turn), events };
}

/** The game with the turn under way, so that the referee can be asked about it. */
function during(state: State, turn: Turn): State {
  if (state.step !== "roll" || !(turn.loose.length || turn.points)) return state;
  const hand = numbersTo(turn.hand);
  if (!turn.loose.length) {
    // With nothing thrown the hand is what is left, and empty after hot dice.
    return { ...state, step: "decide", hand: turn.rows.length ? hand : [], turn_total: turn.points };
  }
  return { ...state, step: "keep", hand, faces: [...turn.loose], turn_total: turn.points };
}

/** The turn with some faces of its roll set aside; unchanged where that is not allowed. */
function setAside(rules: Ruleset, turn: Turn, faces: readonly number[]): Turn {
  const option = tableOf(rules).optionFor(turn.loose, faces);
  if (!option) return turn;
  const row = { dice: [], faces: [...option.keep].map(Number), points: option.points };
  const left = turn.hand - faces.length;
  const points = turn.points + option.points;
  const hand = diceAfter(rules, left);
  if (left) return { ...turn, rows: [...turn.rows, row], loose: [], hand, points };
  // Hot dice: the rows go back into the hand.
  return { rows: [], swept: [...turn.swept, ...turn.rows, row], loose: [], hand, points };
}
