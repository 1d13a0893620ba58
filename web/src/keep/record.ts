// A kept game as a record that `hotdice replay` reads: turns told by hand.

import type { Book } from "./shelf";
import type { Sheet } from "./referee";

function oneLine(name: string): string {
  return name.replace(/[\r\n#|]/g, " ").trim() || "?";
}

/** The record of a score sheet. Seats that came late, left or got points beside the turns stand in words. */
export function recordText(book: Book, sheet: Sheet): string {
  const head = ["hotdice record 1", `rules ${book.rules}`];
  const late = sheet.seats.length - book.names.length;
  for (const seat of sheet.seats) head.push(`seat ${oneLine(seat.name)}`);
  head.push("dice real", `first ${book.starter + 1}`);
  if (late) head.push(`late ${late}`);
  const words: string[] = [];
  let turn = 0;
  const told = (): void => {
    const line = sheet.lines[turn++];
    if (!line) return;
    const ruled = book.ops.some((op) => op.type === "edit" || (op.type === "points" && op.ruling));
    words.push(line.told === null ? "hand=x" : `hand=${line.told}${ruled ? "!" : ""}`);
  };
  for (const op of book.ops) {
    if (op.type === "bank" || op.type === "farkle" || op.type === "points") told();
    else if (op.type === "adjust") words.push(`adjust=${op.seat + 1}:${op.points}`);
    else if (op.type === "join") words.push(`join=${op.total},${op.total ? "y" : "n"}`);
    else if (op.type === "leave") words.push(`resign@${op.seat + 1}`);
  }
  return `${head.join("\n")}\n\n${words.join("\n")}\n`;
}
