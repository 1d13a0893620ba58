// The record of a game: who played what with which dice, as a text that replays to the same state.

import { RulesError } from "../rules/faults";
import { reference, resolve } from "../rules/loading";
import { lengthOf, printable } from "../rules/reading";
import { beyond, rulesHash } from "../rules/canonical";
import type { Ruleset } from "../rules/ruleset";
import type { Event } from "./events";
import { evolve, fold } from "./evolving";
import { LATER_LINE, parseFrame, playersOf, printFrame, RecordError, type Frame } from "./frames";
import { printTurns, replayTurns } from "./notation";
import { parsePosition, PositionError } from "./positions";
import { newGame, totals, type State } from "./state";

export { RecordError } from "./frames";

const LONGEST_NAME = 40;
const HEADERS = ["rules", "hash", "seat", "player", "colours", "bag", "dice", "first", "late", "start", "date", "result"];
const DICE_KINDS = ["seeded", "fair", "real"];
const LONGEST_DICE = 40_000;

/**
 * A game that can be written, read and replayed. `players` says who decided for each seat (`human`, or a bot's name);
 * `dice` is `seeded SEED`, `fair COMMITMENT ...` or `real`; `first` is the seat that was chosen to begin, null where
 * the sheet's own way found it; `late` is how many of the last seats were taken during the game; `start` is a
 * position, where the game did not begin at the beginning.
 */
export interface GameRecord {
  rules: Ruleset;
  names: string[];
  players: string[];
  dice: string;
  first: number | null;
  start: string;
  date: string;
  events: Event[];
  late: number;
  colours: string[];
  /** The own dice of the seats, where they have some. */
  bags?: string[];
}

/** The state before the first event. */
export function openingState(record: GameRecord): State {
  if (record.start) return parsePosition(record.start);
  const { first, colours, bags = [] } = record;
  return newGame(record.rules, record.names.length - record.late, { first, colours, bags });
}

/** The state before the first event, then the state after each. */
export function statesOf(record: GameRecord): State[] {
  const states = [openingState(record)];
  for (const event of record.events) states.push(evolve(states.at(-1) as State, event));
  return states;
}

/** What is wrong with a player's name, or null. */
export function checkName(name: string): string | null {
  if (!name.trim() || name !== name.trim()) return "a name is not empty and has no blanks around it";
  if (lengthOf(name) > LONGEST_NAME) return `a name has at most ${LONGEST_NAME} characters`;
  if (!printable(name)) return "a name has no control characters";
  return /[|#]/.test(name) ? "a name has no | or # in it" : null;
}

/** The text of a record. */
export function printRecord(record: GameRecord): string {
  const start = openingState(record);
  const headers: [string, string][] = [
    ["rules", reference(record.rules)],
    ["hash", rulesHash(record.rules)],
    ...record.names.map((name): [string, string] => ["seat", name]),
  ];
  record.players.forEach((player, index) => {
    if (player !== "human") headers.push(["player", `${index + 1} ${player}`]);
  });
  if (record.colours.length) headers.push(["colours", record.colours.join(" ")]);
  const bags = record.bags ?? [];
  for (const bag of bags) headers.push(["bag", bag]);
  headers.push(["dice", record.dice]);
  if (record.first !== null) headers.push(["first", String(record.first + 1)]);
  if (record.late) headers.push(["late", String(record.late)]);
  if (record.start) headers.push(["start", record.start]);
  if (record.date) headers.push(["date", record.date]);
  headers.push(["result", resultOf(fold(start, record.events))]);
  const first = bags.length || beyond(record.rules).length ? LATER_LINE : undefined;
  return printFrame(headers, printTurns(start, record.events, record.names), first);
}

function resultOf(state: State): string {
  if (state.phase !== "over") return "unfinished";
  return `${totals(state).join(" ")} won by ${state.winners.map((seat) => seat + 1).join(" ") || "nobody"}`;
}

/** The record that a text describes, every line of it played by the referee; a RecordError says why it is none. */
export function parseRecord(text: string): GameRecord {
  const frame = parseFrame(text, HEADERS);
  const rules = rulesOf(frame);
  const seats = frame.all("seat");
  for (const header of seats) {
    const fault = checkName(header.value);
    if (fault) throw new RecordError(fault, header.line);
  }
  const names = seats.map((header) => header.value);
  const dice = frame.one("dice", "real");
  if (!DICE_KINDS.includes(dice.split(" ")[0] ?? "") || dice.length > LONGEST_DICE || !printable(dice)) {
    throw new RecordError(`dice are ${DICE_KINDS.join(", ")}, not '${dice.slice(0, 30)}'`);
  }
  const date = frame.one("date", "");
  if (date.length > 40 || !printable(date)) throw new RecordError("the date is too long");
  const record: GameRecord = {
    rules,
    names,
    players: playersOf(frame, names.length),
    dice,
    first: firstOf(frame),
    start: frame.one("start", ""),
    date,
    events: [],
    late: lateOf(frame, names.length),
    colours: frame.one("colours", "").split(/\s+/).filter(Boolean),
    bags: frame.all("bag").map((header) => header.value),
  };
  if ((record.colours.length || record.bags?.length) && record.start) {
    throw new RecordError("a start position says the colours and the own dice itself");
  }
  const start = startOf(record);
  if (rulesHash(start.rules) !== rulesHash(rules) || start.seats.length !== names.length - record.late) {
    throw new RecordError("the start position belongs to another game");
  }
  const { state, events } = replayTurns(start, frame.body, names);
  record.events = events;
  if (state.seats.length !== names.length) {
    throw new RecordError("the header late does not count the seats that were taken during the game");
  }
  const result = frame.one("result", "");
  if (result && result !== resultOf(state)) {
    throw new RecordError(`the game ends as '${resultOf(state)}', not '${result.slice(0, 60)}'`);
  }
  return record;
}

function startOf(record: GameRecord): State {
  try {
    return openingState(record);
  } catch (error) {
    if (error instanceof PositionError) throw new RecordError(`start: ${error.message}`);
    if (error instanceof RangeError) throw new RecordError(error.message);
    throw error;
  }
}

function rulesOf(frame: Frame): Ruleset {
  let rules: Ruleset;
  try {
    rules = resolve(frame.one("rules"));
  } catch (error) {
    if (error instanceof RulesError) throw new RecordError(error.message);
    throw error;
  }
  if (frame.one("hash", rulesHash(rules)) !== rulesHash(rules)) {
    throw new RecordError("the hash is not that of the rule set: the game was played by other rules");
  }
  return rules;
}

function lateOf(frame: Frame, count: number): number {
  const late = frame.one("late", "0");
  if (!/^\d{1,2}$/.test(late) || Number(late) >= Math.max(count, 1)) {
    throw new RecordError("late is how many seats were taken during the game");
  }
  return Number(late);
}

function firstOf(frame: Frame): number | null {
  const first = frame.one("first", "");
  if (!first) return null;
  if (!/^\d{1,2}$/.test(first) || Number(first) < 1) throw new RecordError("first is the number of a seat");
  return Number(first) - 1;
}
