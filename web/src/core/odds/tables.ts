// Solved games as files: arrays behind a header that says what they belong to (docs/solver.md). Chances are stored as
// 32-bit fractions. A file is checked against its own SHA-256 before anything in it is believed.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { rulesHash } from "../rules/canonical";
import type { Ruleset } from "../rules/ruleset";
import { shipped } from "../rules/sheets";

const MAGIC = "HOTDICE1";
const SOLVER_VERSION = 1;
const FRACTION = 1 / (2 ** 32 - 1);
export type Goal = "race" | "rounds" | "solitaire";

/** A file that is not a table, or not the one that is asked for, with the reason. */
export class TableError extends Error {}

export interface Table {
  goal: Goal;
  facts: Record<string, unknown>;
  arrays: Record<string, { shape: number[]; data: Float64Array | Uint32Array }>;
}

/** The goal that a sheet is played for. */
export function goalOf(rules: Ruleset): Goal {
  if (rules.solo_goal) return "solitaire";
  return rules.target ? "race" : "rounds";
}

/** Whether a table comes with a sheet: for races of shipped sheets and for rounds, not for changed ones. */
export function comesWithTable(rules: Ruleset): boolean {
  return !rules.deck && !rules.solo_goal && !rules.base && shipped().includes(rules.name);
}

/** The name of the file that holds the table of a sheet. */
export function tableName(rules: Ruleset): string {
  return `${goalOf(rules)}-${rulesHash(rules).slice(0, 16)}.table`;
}

interface Head {
  goal: Goal;
  hash: string;
  solver: number;
  sha256: string;
  facts: Record<string, unknown>;
  arrays: Record<string, { at: number; shape: number[]; kind: string }>;
}

/** Open a table and check that it is whole, of this solver, and of this rule set. */
export function readTable(bytes: Uint8Array<ArrayBuffer>, rules: Ruleset): Table {
  const start = MAGIC.length + 8;
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new TableError("it is not a table of Hotdice");
  }
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(MAGIC.length, true));
  const text = new TextDecoder().decode(bytes.subarray(start, start + length)).trimEnd();
  let head: Head;
  try {
    head = JSON.parse(text) as Head;
  } catch {
    throw new TableError("its header is damaged");
  }
  const body = bytes.subarray(start + length);
  // The checksum is over the header without itself, in the very words of the file.
  const plain = text.replace(/"sha256": "[0-9a-f]{64}"(, )?/, "").replace(/, \}$/, "}");
  const digest = bytesToHex(sha256.create().update(utf8ToBytes(plain)).update(body).digest());
  if (digest !== head.sha256) throw new TableError("it has been changed or damaged");
  if (head.solver !== SOLVER_VERSION) throw new TableError(`it is of solver version ${head.solver}, not ${SOLVER_VERSION}`);
  if (head.goal !== goalOf(rules) || head.hash !== rulesHash(rules)) {
    throw new TableError("it belongs to another goal or rule set");
  }
  const arrays: Table["arrays"] = {};
  for (const [name, entry] of Object.entries(head.arrays)) {
    const count = entry.shape.reduce((product, side) => product * side, 1);
    const from = body.byteOffset + entry.at;
    const size = entry.kind === "<u4" ? 4 : 8;
    const raw = body.buffer.slice(from, from + count * size); // arrays must lie at even places of memory
    if (entry.kind === "<u4") arrays[name] = { shape: entry.shape, data: new Uint32Array(raw) };
    else if (entry.kind === "<f8") arrays[name] = { shape: entry.shape, data: new Float64Array(raw) };
    else throw new TableError(`its array ${name} is of an unknown kind`);
  }
  return { goal: head.goal, facts: head.facts, arrays };
}

/** Part of an array as chances. */
export function chances(data: Float64Array | Uint32Array, from: number, count: number): Float64Array {
  if (data instanceof Float64Array) return data.slice(from, from + count);
  return Float64Array.from({ length: count }, (_, index) => (data[from + index] ?? 0) * FRACTION);
}
