// The frame of a record file: `key value` headers, an empty line, then the lines of the game.

import { printable } from "../rules/reading";

const FIRST_LINE = "hotdice record 1";
/** Of a game with rules or dice that came with format 2. */
export const LATER_LINE = "hotdice record 2";
const LARGEST = 4 * 1024 * 1024;
const LONGEST_LINE = 100_000;

/** A text that is not a record of a game, with the line and the reason; `newer` where a later version wrote it. */
export class RecordError extends Error {
  constructor(
    message: string,
    readonly line = 0,
    readonly newer = false,
  ) {
    super(line ? `line ${line}: ${message}` : message);
  }
}

export interface Header {
  key: string;
  value: string;
  line: number;
}

/** A record file taken apart: headers, and body lines with their numbers. */
export class Frame {
  constructor(
    readonly headers: readonly Header[],
    readonly body: readonly (readonly [number, string])[],
  ) {}

  /** The value of a header that stands once at most. */
  one(key: string, otherwise?: string): string {
    const found = this.all(key);
    if (found[1]) throw new RecordError(`${key} is given twice`, found[1].line);
    const value = found[0]?.value ?? otherwise;
    if (value === undefined) throw new RecordError(`the header ${key} is missing`);
    return value;
  }

  /** Every header with this key. */
  all(key: string): Header[] {
    return this.headers.filter((header) => header.key === key);
  }
}

/** Take a record file apart; `known` are the header keys that its game understands. */
export function parseFrame(text: string, known: readonly string[]): Frame {
  if (text.length > LARGEST) throw new RecordError("a record has at most 4,194,304 bytes");
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const first = lines[0]?.trim() ?? "";
  if (first !== FIRST_LINE && first !== LATER_LINE) {
    throw new RecordError(`the first line must be '${FIRST_LINE}'`, 1, /^hotdice record ([3-9]|\d\d+)$/.test(first));
  }
  const headers: Header[] = [];
  const body: [number, string][] = [];
  let inBody = false;
  for (const [index, raw] of lines.slice(1).entries()) {
    const number = index + 2;
    const line = raw.trim();
    if (line.length > LONGEST_LINE) throw new RecordError("the line is too long", number);
    if (!line) inBody ||= headers.length > 0;
    else if (line.startsWith("#")) continue;
    else if (inBody) body.push([number, line]);
    else {
      const [, key = "", value = ""] = /^(\S*) ?(.*)$/.exec(line) ?? [];
      if (!known.includes(key)) throw new RecordError(`'${key.slice(0, 30)}' is not a header of a record`, number);
      headers.push({ key, value: value.trim(), line: number });
    }
  }
  return new Frame(headers, body);
}

/** A record file from its headers and lines. */
export function printFrame(headers: readonly (readonly [string, string])[], body: readonly string[], first = FIRST_LINE): string {
  return [first, ...headers.map(([key, value]) => `${key} ${value}`), "", ...body].join("\n") + "\n";
}

/** Who decides for each seat, by the headers `player SEAT WHO`; a person where none is given. */
export function playersOf(frame: Frame, count: number): string[] {
  const players = Array<string>(count).fill("human");
  for (const header of frame.all("player")) {
    const [, seat = "", player = ""] = /^(\S*) ?(.*)$/.exec(header.value) ?? [];
    const place = /^\d{1,2}$/.test(seat) ? Number(seat) : 0;
    if (place < 1 || place > count || !player || player.length > 100 || !printable(player)) {
      throw new RecordError("player is followed by a seat number and who decides there", header.line);
    }
    if (players[place - 1] !== "human") throw new RecordError(`player ${seat} is given twice`, header.line);
    players[place - 1] = player;
  }
  return players;
}
