// The core held to the vectors of `python -m scripts.vectors` (docs/conformance.md): what differs, vector by vector.
// Tests run this in Node and in a browser; nothing of the page imports it.

import { legal, turnChoices } from "../game/choices";
import type { Command } from "../game/commands";
import { SeededDice } from "../game/dice";
import { evolve } from "../game/evolving";
import { parsePosition, PositionError, printPosition } from "../game/positions";
import { openingState, parseRecord, printRecord, statesOf } from "../game/record";
import { play } from "../game/referee";
import { Refusal } from "../game/refusals";
import { newGame, type State } from "../game/state";
import { sortedRolls } from "../rules/combinations";
import { RulesError } from "../rules/faults";
import { fromRaw, load, reference, resolve } from "../rules/loading";
import type { Raw } from "../rules/reading";
import { rulesHash, sortedJson } from "../rules/canonical";
import { tableOf, type Ruleset } from "../rules/ruleset";
import { valuesFor } from "../players/values";
import type { Unit } from "../coach/forms";

export interface Difference {
  kind: string;
  /** The number of the vector in its file, from 1. */
  number: number;
  what: string;
  wanted: unknown;
  found: unknown;
}

type Vector = Record<string, unknown> & { kind: string };
type Compare = (what: string, wanted: unknown, found: unknown) => void;
const FORMAT = "hotdice vectors 1";

const CHECKS: Record<string, (vector: never, compare: Compare) => void> = {
  counts: checkCounts,
  rules: checkRules,
  play: checkPlay,
  record: checkRecord,
  values: checkValues,
};

/** Values within this are the same; points are thousands, chances are shares of one. */
const CLOSE = 1e-9;

/** Everything in which the core differs from the vectors of a file; at most `most` differences are told. */
export function differencesFrom(text: string, most = 20): { checked: Record<string, number>; differences: Difference[] } {
  const [head = "", ...lines] = text.split("\n").filter(Boolean);
  if ((JSON.parse(head) as { format?: string }).format !== FORMAT) throw new Error(`the first line must name ${FORMAT}`);
  const differences: Difference[] = [];
  const checked: Record<string, number> = {};
  for (const [index, line] of lines.entries()) {
    const vector = JSON.parse(line) as Vector;
    const { kind } = vector;
    const check = CHECKS[kind];
    if (!check) throw new Error(`vectors of the kind ${kind} are not known`);
    const compare: Compare = (what, wanted, found) => {
      if (differences.length < most && plainText(wanted) !== plainText(found)) {
        differences.push({ kind, number: index + 1, what, wanted, found });
      }
    };
    try {
      check(vector as never, compare);
    } catch (error) {
      compare("an error", null, String(error));
    }
    checked[kind] = (checked[kind] ?? 0) + (kind === "play" ? (vector.steps as unknown[]).length : 1);
  }
  return { checked, differences };
}

function plainText(value: unknown): string {
  return sortedJson(value === undefined ? null : JSON.parse(JSON.stringify(value)));
}

/** For each number of dice, over sorted rolls: rolls, farkles, rolls with hot dice, keeps, points of all keeps. */
export function countsOf(rules: Ruleset): number[][] {
  return Array.from({ length: rules.dice }, (_, index) => {
    const row = [0, 0, 0, 0, 0] as [number, number, number, number, number];
    for (const roll of sortedRolls(index + 1)) {
      const options = tableOf(rules).options(roll);
      row[0]++;
      if (!options.length) row[1]++;
      if (options.some((option) => option.hot)) row[2]++;
      row[3] += options.length;
      row[4] += options.reduce((sum, option) => sum + option.points, 0);
    }
    return row;
  });
}

function checkCounts(vector: { rules: string; hash: string; dice: number[][] }, compare: Compare): void {
  const rules = load(vector.rules);
  compare("the hash of the sheet", vector.hash, rulesHash(rules));
  compare("the counts of the sheet", vector.dice, countsOf(rules));
}

interface RulesVector {
  raw: Raw;
  hash?: string;
  title?: string;
  reference?: string;
  faults?: string[];
}

function checkRules(vector: RulesVector, compare: Compare): void {
  let rules: Ruleset;
  try {
    rules = fromRaw(vector.raw);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    compare("the keys at fault", vector.faults, [...new Set(error.faults.map((fault) => fault.key))].sort());
    return;
  }
  compare("the hash of the rules", vector.hash, rulesHash(rules));
  compare("the title of the rules", vector.title, rules.title);
  compare("the reference of the rules", vector.reference, reference(rules));
}

/** A state as data, its rule set named by its hash; what only rules of houses bring is left out if empty. */
export function stateData(state: State): Record<string, unknown> {
  const { offer, offered, bags, ...data } = state;
  return {
    ...data,
    rules: rulesHash(state.rules),
    ...(offer ? { offer } : {}),
    ...(offered.length ? { offered } : {}),
    ...(bags.length ? { bags } : {}),
  };
}

interface PlayVector {
  rules: string;
  players: number;
  first: number | null;
  bags?: string[];
  steps: [Command, unknown][];
  legal: Command[];
  choices: number;
  position: string | null;
  reads: boolean;
  end: unknown;
}

function checkPlay(vector: PlayVector, compare: Compare): void {
  let state = newGame(resolve(vector.rules), vector.players, { first: vector.first, bags: vector.bags });
  vector.steps.forEach(([command, wanted], index) => {
    const result = play(state, command);
    compare(`step ${index + 1}, ${command.type}`, wanted, result instanceof Refusal ? result.code : result.events);
    if (!(result instanceof Refusal)) state = result.state;
  });
  compare("the state at the end", vector.end, stateData(state));
  compare("the legal moves at the end", vector.legal, legal(state));
  compare("the whole choices at the end", vector.choices, turnChoices(state).length);
  checkPosition(state, vector, compare);
}

function checkPosition(state: State, vector: PlayVector, compare: Compare): void {
  let text: string | null = null;
  let reads = false;
  try {
    text = printPosition(state);
    reads = printPosition(parsePosition(text)) === text;
  } catch (error) {
    if (!(error instanceof PositionError)) throw error;
  }
  compare("the position at the end", vector.position, text);
  compare("whether the position can be read", vector.reads, reads);
}

function checkRecord(vector: { text: string; events: number; end: unknown }, compare: Compare): void {
  const record = parseRecord(vector.text);
  const states = statesOf(record);
  compare("the number of events", vector.events, record.events.length);
  compare("the state at the end", vector.end, stateData(states.at(-1) as State));
  compare("the text", vector.text, printRecord(record));
  const dice = new SeededDice(record.dice.split(" ")[1] ?? "");
  let state = openingState(record);
  for (const event of record.events) {
    if (event.type === "DiceRolled") compare("dice of the seed", event.faces, dice.throw(state).faces);
    state = evolve(state, event);
  }
}

interface ValuesVector {
  position: string;
  unit: Unit;
  source: string;
  choices: [string, string | null, number, number][];
  best: [string, string | null][];
}

/** Tables must be at hand for this: what is solved comes from them (core/odds/shelf). */
function checkValues(vector: ValuesVector, compare: Compare): void {
  const state = parsePosition(vector.position);
  const values = valuesFor(state);
  const turn = values.turn(state);
  const choices = turn.choices(state);
  compare("the unit", vector.unit, values.unit);
  compare("the source", vector.source, turn.source.kind);
  compare("the number of choices", vector.choices.length, choices.length);
  const most = choices[0]?.worth.value ?? 0;
  const best = choices.filter((one) => most - one.worth.value <= CLOSE).map((one) => [one.action, one.keep]);
  const name = (one: unknown): string => JSON.stringify(one);
  compare("the best choices", vector.best.map(name).sort(), best.map(name).sort());
  for (const [action, keep, value, points] of vector.choices) {
    const found = choices.find((one) => one.action === action && one.keep === keep);
    const what = `${action} ${keep ?? ""} at ${vector.position}`;
    const scale = Math.max(1, Math.abs(value));
    // Where a game is decided all ways are equal, and the last bit of a sum says which of them is taken.
    const decided = vector.unit === "win" && (value < CLOSE || value > 1 - CLOSE);
    if (!found || Math.abs(found.worth.value - value) > CLOSE * scale) compare(what, value, found?.worth.value ?? null);
    else if (!decided && Math.abs(found.worth.points - points) > 1e-6 * Math.max(1, Math.abs(points))) {
      compare(`points of ${what}`, points, found.worth.points);
    }
  }
}
