// A kept game as a record that `hotdice replay` reads: turns told by hand.

import { checkName, printRecord } from "../core/game/record";
import type { Ruleset } from "../core/rules/ruleset";
import type { Kept } from "./ops";
import type { Book } from "./shelf";

const LONGEST = 40;

/** A name as a record may have it. */
function oneLine(name: string): string {
  if (!checkName(name)) return name;
  const plain = [...name.replace(/[\p{C}#|]/gu, " ").trim()].slice(0, LONGEST).join("").trim();
  return checkName(plain) ? "?" : plain;
}

/** The record of a score sheet. */
export function recordText(book: Book, rules: Ruleset, { sheet, events, state }: Kept, called = sheet.seats.map((seat) => seat.name)): string {
  const names = called.map(oneLine);
  return printRecord({
    rules,
    names,
    players: names.map(() => "human"),
    dice: "real",
    first: book.starter,
    start: "",
    date: "",
    events,
    late: names.length - book.names.length,
    colours: [],
    bags: state.bags.slice(0, book.names.length),
  });
}
