// A table of raw values, read key by key, that remembers every fault instead of stopping at the first.

import { fault, type Fault } from "./faults";
import { said, type Said, type Values } from "./said";

export type Raw = Record<string, unknown>;
export const RULE_FILE = said("a rule file");
export const DECK_FILE = said("a deck file");
/** So many unknown keys of one table are named; a file of nothing else is not looked at for minutes. */
const MOST_UNKNOWN = 20;

/** Whether a text is one line without control characters. */
export function printable(text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]|[^\P{Zs} ]/u.test(text);
}

/** How many characters a text has. */
export function lengthOf(text: string): number {
  return [...text].length;
}

export function isTable(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads one table; what is not read when `finish` is called is an unknown key. */
export class Reader {
  readonly #read = new Set<string>();

  constructor(
    readonly raw: Raw,
    readonly faults: Fault[],
    readonly path = "",
    readonly what: Said = RULE_FILE,
  ) {}

  has(key: string): boolean {
    return this.#get(key) !== undefined && this.#get(key) !== null;
  }

  #get(key: string): unknown {
    return Object.hasOwn(this.raw, key) ? this.raw[key] : undefined;
  }

  /** A value of any kind, for the caller to look at; undefined where there is none. */
  anything(key: string): unknown {
    this.#read.add(key);
    return this.#get(key) ?? undefined;
  }

  /** Remember a fault of one key of this table; the values fill the gaps of the sentence. */
  fault(key: string, says: string, values: Values = {}): void {
    this.faults.push(fault(this.path + key, says, values));
  }

  /** Remember a fault that was found elsewhere as one of a key of this table. */
  remember(key: string, found: Fault): void {
    this.faults.push({ ...found, key: this.path + key });
  }

  integer(key: string, low: number, high: number, otherwise: number): number {
    const value = this.anything(key);
    return value === undefined ? otherwise : this.#checked(key, value, low, high, otherwise);
  }

  #checked(key: string, value: unknown, low: number, high: number, otherwise: number): number {
    if (typeof value !== "number" || !Number.isInteger(value)) {
      this.fault(key, "must be a whole number, not {found}", { found: shown(value) });
    } else if (value < low || value > high) {
      this.fault(key, "must be from {low} to {high}, not {found}", { low, high, found: shown(value) });
    } else {
      return value;
    }
    return otherwise;
  }

  boolean(key: string, otherwise: boolean): boolean {
    const value = this.anything(key);
    if (value === undefined) return otherwise;
    if (typeof value === "boolean") return value;
    this.fault(key, "must be true or false, not {found}", { found: shown(value) });
    return otherwise;
  }

  /** One of the words of a choice. */
  choice<T extends string>(key: string, words: readonly T[], otherwise: T): T {
    const value = this.anything(key);
    if (value === undefined) return otherwise;
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    this.fault(key, "must be one of {known}, not {found}", { known: words.join(", "), found: shown(value) });
    return otherwise;
  }

  /** A text without control characters. */
  text(key: string, longest: number, otherwise = ""): string {
    const value = this.anything(key);
    if (value === undefined) return otherwise;
    if (typeof value !== "string") {
      this.fault(key, "must be a text in quotes, not {found}", { found: shown(value) });
    } else if (lengthOf(value) > longest) {
      this.fault(key, "must have at most {most} characters, not {count}", { most: longest, count: lengthOf(value) });
    } else if (!printable(value)) {
      this.fault(key, "must be one line without control characters");
    } else {
      return value.trim();
    }
    return otherwise;
  }

  /** A list of whole numbers, each within bounds. */
  integers(key: string, low: number, high: number, longest: number): number[] {
    const value = this.anything(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fault(key, "must be a list of whole numbers, not {found}", { found: shown(value) });
      return [];
    }
    if (value.length > longest) {
      this.fault(key, "must have at most {most} numbers, not {count}", { most: longest, count: value.length });
      return [];
    }
    return value.map((item, index) => this.#checked(`${key}[${index}]`, item, low, high, low));
  }

  /** A list of anything, its length checked; the caller reads the items. */
  lists(key: string, longest: number): unknown[] {
    const value = this.anything(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fault(key, "must be a list, not {found}", { found: shown(value) });
      return [];
    }
    if (value.length > longest) {
      this.fault(key, "must have at most {most} entries, not {count}", { most: longest, count: value.length });
      return [];
    }
    return value;
  }

  /** A table whose keys are the six faces: the numbers face by face, 0 where none stands. */
  perFace(key: string, high: number): number[] {
    const faces = ["1", "2", "3", "4", "5", "6"];
    const table = this.table(key);
    if (!table) return faces.map(() => 0);
    const found = faces.map((face) => table.integer(face, 0, high, 0));
    table.finish("is not one of {known}", { known: faces.join(", ") });
    return found;
  }

  /** A table inside this one, to be read and finished by the caller; null where there is none. */
  table(key: string, what: Said = this.what): Reader | null {
    const value = this.anything(key);
    return value === undefined ? null : this.entry(key, value, what);
  }

  /** A reader of one entry of a list, which must be a table; `key` is the name for its faults. */
  entry(key: string, value: unknown, what: Said = this.what): Reader | null {
    if (isTable(value)) return new Reader(value, this.faults, `${this.path}${key}.`, what);
    this.fault(key, "must be a table, not {found}", { found: shown(value) });
    return null;
  }

  /** The keys not read yet; one without a value counts as not there. */
  keys(): string[] {
    return Object.keys(this.raw).filter((key) => this.has(key) && !this.#read.has(key));
  }

  /** Every key that nobody has asked for is a fault. */
  finish(otherwise = "is not a key of {what}", values: Values = { what: this.what }): void {
    const unknown = this.keys();
    for (const key of unknown.slice(0, MOST_UNKNOWN)) this.fault(shownKey(key), otherwise, values);
    const next = unknown[MOST_UNKNOWN];
    if (next !== undefined) {
      this.fault(shownKey(next), "and {count} more keys behind it are unknown too", {
        count: unknown.length - MOST_UNKNOWN - 1,
      });
    }
  }
}

function shownKey(key: string): string {
  return (printable(key) ? key : JSON.stringify(key).slice(1, -1)).slice(0, 40);
}

/** A short look at a value that may be huge. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isTable(value)) return "a table";
  if (typeof value === "number") {
    if (!Number.isInteger(value)) return "a fraction";
    return Math.abs(value) > 1e12 ? "a number that large" : String(value);
  }
  return typeof value === "string" ? `'${value.slice(0, 30)}'` : String(value).slice(0, 30);
}
