// The form over a sheet: its fields by the keys of a rule file, and the data that a changed form stands for.

import type { CompiledRules, Pattern } from "../net/messages";
import { RULE_KEYS, type RuleKey } from "./keys";

export type Value = string | boolean;
export type Values = Record<string, Value>;

export type Field =
  | { key: string; kind: "points" }
  | { key: string; kind: "yes" }
  | { key: string; kind: "patterns" }
  | { key: string; kind: "word"; words: readonly string[] };

export interface Group {
  name: "end" | "turn" | "singles" | "triples" | "alike" | "sets";
  fields: Field[];
}

const FACES = [1, 2, 3, 4, 5, 6] as const;
const COUNTS = [4, 5, 6] as const;
const RUNS = ["1-5", "2-6"] as const;
const points = (key: string): Field => ({ key, kind: "points" });
const word = (key: string, words: readonly string[]): Field => ({ key, kind: "word", words });

/** Rolls that decide a game at once, written as text: `111111`, `5x` for five alike, `!` behind: in a first roll. */
const PATTERNS = ["instant_win", "instant_loss"] as const;

/** How a game ends: by a target or after so many rounds. Never both. */
export const END = "end";
export const TITLE = "title";

/** Whether a key says anything with these values: its end is the one chosen, and something that it needs is there. */
function counts(key: RuleKey, values: Values): boolean {
  const fits = (one: RuleKey | undefined): boolean => !!one && (!one.end || one.end === values[END]);
  const needed = (name: string): boolean => fits(RULE_KEYS.find((one) => one.key === name)) && !["0", false, "none", ""].includes(values[name] ?? "");
  return fits(key) && (!key.needs.length || key.needs.some(needed));
}

/** The fields of a group of keys that make sense with these values. */
function fieldsOf(group: RuleKey["group"], values: Values): Field[] {
  return RULE_KEYS.filter((key) => key.group === group && counts(key, values)).map((key) => {
    if (key.kind !== "word") return { key: key.key, kind: key.kind };
    // With rounds nobody is first at a target.
    return word(key.key, key.words.filter((one) => one !== "trigger_keeps" || values[END] === "target"));
  });
}

/** The fields that make sense with these values, in groups. */
export function groups(values: Values): Group[] {
  const scheme = values["scoring.alike.scheme"];
  const byCount = scheme === "table" || scheme === "multiply";
  return [
    { name: "end", fields: [word(END, ["target", "rounds"]), ...fieldsOf("end", values)] },
    { name: "turn", fields: [...fieldsOf("turn", values), ...PATTERNS.map((key): Field => ({ key, kind: "patterns" }))] },
    { name: "singles", fields: FACES.map((face) => points(`scoring.singles.${face}`)) },
    { name: "triples", fields: FACES.map((face) => points(`scoring.triples.${face}`)) },
    {
      name: "alike",
      fields: [
        word("scoring.alike.scheme", ["none", "table", "add", "double", "multiply"]),
        ...(byCount ? COUNTS.map((count) => points(`scoring.alike.${count}`)) : []),
      ],
    },
    { name: "sets", fields: [...fieldsOf("sets", values), ...RUNS.map((run) => points(`scoring.runs.${run}`))] },
  ];
}

/** The value of a key in compiled rules, which have the names of a rule file. */
function valueAt(rules: CompiledRules, key: string): unknown {
  return key.split(".").reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], rules);
}

/** What the form shows of a sheet. */
export function valuesOf(rules: CompiledRules): Values {
  const { scoring } = rules;
  const usual = scoring.alike.scheme === "multiply" ? [2, 3, 4] : [1000, 2000, 3000];
  const found: Values = { [TITLE]: rules.title, [END]: rules.rounds ? "rounds" : "target", "scoring.alike.scheme": scoring.alike.scheme };
  for (const { key, kind } of RULE_KEYS) {
    const value = valueAt(rules, key);
    found[key] = kind === "yes" ? value === true : String(value ?? 0);
  }
  if (!rules.target) found.target = "10000";
  if (!rules.rounds) found.rounds = "10";
  for (const face of FACES) {
    found[`scoring.singles.${face}`] = String(scoring.singles[face - 1] ?? 0);
    found[`scoring.triples.${face}`] = String(scoring.triples[face - 1] ?? 0);
  }
  for (const [index, count] of COUNTS.entries()) {
    found[`scoring.alike.${count}`] = String(scoring.alike.values[index] ?? usual[index]);
  }
  for (const key of PATTERNS) found[key] = rules[key].map(patternText).join(", ");
  for (const run of RUNS) {
    const same = scoring.runs.find((one) => `${one.low}-${one.high}` === run);
    found[`scoring.runs.${run}`] = String(same?.points ?? 0);
  }
  return found;
}

type Raw = { [key: string]: unknown };

/** The data of the rules that the form stands for: the sheet it was opened with, and what was changed. */
export function reference(from: string, before: Values, now: Values): string {
  const raw: Raw = from.startsWith("{") ? (JSON.parse(from) as Raw) : { base: from };
  const shown = new Set(groups(now).flatMap((group) => group.fields.map((field) => field.key)));
  const changed = Object.keys(now).filter((key) => now[key] !== before[key]);
  if (!changed.length) return from;
  delete raw[TITLE];
  if (now[TITLE] !== before[TITLE] && String(now[TITLE]).trim()) raw[TITLE] = String(now[TITLE]).trim();
  for (const key of changed) {
    if (key === END || key === TITLE || !shown.has(key)) continue;
    if (key.startsWith("scoring.alike.")) continue;
    put(raw, key, isPatterns(key) ? patternsOf(String(now[key] ?? "")) : plain(now[key] ?? ""));
  }
  if (now[END] !== before[END]) {
    const [kind, other] = now[END] === "rounds" ? ["rounds", "target"] : ["target", "rounds"];
    delete raw[other];
    if (kind === "rounds") {
      delete raw.last_chance;
      delete raw.reach;
    }
    raw[kind] = plain(now[kind] ?? "");
  }
  if (changed.some((key) => key.startsWith("scoring.alike."))) {
    const scheme = now["scoring.alike.scheme"] ?? "none";
    put(raw, "scoring.alike", { scheme });
    for (const count of COUNTS) {
      const key = `scoring.alike.${count}`;
      if (shown.has(key)) put(raw, key, plain(now[key] ?? ""));
    }
  }
  return JSON.stringify(raw);
}

const isPatterns = (key: string): boolean => (PATTERNS as readonly string[]).includes(key);

function patternText(pattern: Pattern): string {
  return (pattern.alike ? `${pattern.alike}x` : pattern.faces.join("")) + (pattern.first ? "!" : "");
}

/** The rolls that a text names; what cannot be read stays as dice, so that whoever checks them can say so. */
function patternsOf(text: string): Raw[] {
  const parts = text.split(",").map((part) => part.replace(/\s/g, "")).filter(Boolean);
  return parts.map((part) => {
    const roll = part.replace(/!$/, "");
    const alike = /^(\d{1,2})[x×]$/i.exec(roll);
    return { ...(alike ? { alike: Number(alike[1]) } : { dice: roll }), ...(part === roll ? {} : { first: true }) };
  });
}

/** A number where it is one; else the words as they stand, so that whoever checks them can say what is wrong. */
function plain(value: Value): unknown {
  if (typeof value === "boolean") return value;
  const digits = value.replace(/[\s,.'\u2019\u00a0\u202f]/g, "");
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : value;
}

/** Put a value at a key with dots. A run such as "1-5" is one key. */
function put(raw: Raw, key: string, value: unknown): void {
  const [last = "", ...path] = key.split(".").reverse();
  let place = raw;
  for (const name of path.reverse()) {
    const inner = place[name];
    place = (place[name] = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {}) as Raw;
  }
  place[last] = value;
}
