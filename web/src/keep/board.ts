// What those see who look on: the sheet as it stands, small enough to travel.

import type { Row } from "../game/story";
import type { Kept, Line, Sheet } from "./ops";

export interface Board {
  rules: string;
  title: string;
  sheet: Omit<Sheet, "lines">;
  /** Finished turns as seat, points (null for a farkle), penalty; the oldest may be missing. */
  lines: [number, number | null, number][];
  rows: Row[];
  loose: number[];
  points: number;
}

const LONGEST = 9000;

/** A board as text. Where a game is so long that it would not fit, the oldest turns stay at home. */
export function boardText(rules: string, title: string, kept: Kept): string {
  const { lines, ...sheet } = kept.sheet;
  const board: Board = {
    rules,
    title,
    sheet,
    lines: lines.map((line: Line) => [line.seat, line.points, line.penalty]),
    rows: [...kept.turn.swept, ...kept.turn.rows],
    loose: kept.turn.loose,
    points: kept.turn.points,
  };
  let text = JSON.stringify(board);
  while (text.length > LONGEST && board.lines.length) {
    board.lines = board.lines.slice(Math.ceil(board.lines.length / 4));
    text = JSON.stringify(board);
  }
  return text;
}

/** A board that came over the network; null where it is none. */
export function readBoard(text: string): Board | null {
  try {
    const board = JSON.parse(text) as Board;
    return Array.isArray(board.sheet.seats) && Array.isArray(board.lines) && Array.isArray(board.rows) ? board : null;
  } catch {
    return null;
  }
}
