// Rule sets from shipped sheets, from the differences that a house plays with, and as one line of text that travels.

import { check } from "./checking";
import { fault, RulesError, type Fault } from "./faults";
import { isTable, type Raw } from "./reading";
import { rulesHash, sortedJson } from "./canonical";
import type { Ruleset } from "./ruleset";
import { shipped, shippedRaw } from "./sheets";
import { houseTitle } from "./titles";
import { differences, toRaw } from "./writing";

/** A house that plays to a target instead of rounds, or the other way, drops what the base said of its end. */
const ONLY_WITH = { target: ["target", "last_chance", "reach"], rounds: ["rounds", "solo_goal", "reach"] } as const;
const LONGEST = 65_536;
const sheets = new Map<string, Ruleset>();
/** House rules that were resolved lately: what is worked out for a rule set hangs on its very value. */
const houses = new Map<string, Ruleset>();
const MOST_HOUSES = 24;
/** Sheets without their cards. */
const plains = new WeakMap<Ruleset, Ruleset>();

/** A shipped sheet. */
export function load(name: string): Ruleset {
  let rules = sheets.get(name);
  if (!rules) {
    if (!shipped().includes(name)) throw new RulesError("rules", [fault("", "is neither a shipped sheet nor the data of one")]);
    sheets.set(name, (rules = build(shippedRaw(name), "rules", name, null)));
  }
  return rules;
}

/** A rule set from plain data of the same shape as a rule file, a base included. */
export function fromRaw(raw: Raw, origin = "rules", name = "house"): Ruleset {
  const { merged, faults } = withBase(raw);
  if (faults.length) {
    const others = check(merged, name).faults.filter((one) => (one.key.split(/[.[]/)[0] ?? "") in raw);
    throw new RulesError(origin, [...faults, ...others]);
  }
  const base = merged.base;
  return build(merged, origin, name, typeof base === "string" && base ? load(base) : null);
}

/** The data laid over its base, and the fault of the base, if it has one. */
function withBase(raw: Raw): { merged: Raw; faults: Fault[] } {
  if (raw.base === undefined || raw.base === null) return { merged: { ...raw }, faults: [] };
  const faults: Fault[] = [];
  let base = raw.base;
  if (typeof base !== "string" || !shipped().includes(base)) {
    faults.push(fault("base", "must be a shipped sheet ({known})", { known: shipped().join(", ") }));
    base = shipped()[0] ?? "";
  }
  const merged = merge(shippedRaw(String(base)), { ...raw, base });
  for (const key of ["format", "name", "title", "summary", "source"]) if (!(key in raw)) delete merged[key]; // it speaks for itself
  return { merged, faults };
}

function merge(base: Raw, changes: Raw): Raw {
  for (const [key, other] of [["target", "rounds"], ["rounds", "target"]] as const) {
    if (!(key in changes) || !(other in base)) continue;
    for (const dropped of ONLY_WITH[other]) delete base[dropped];
    if (base.ties === "trigger_keeps") delete base.ties; // nobody triggers the end of a sheet with rounds
  }
  return overlay(base, changes);
}

function overlay(base: Raw, changes: Raw): Raw {
  for (const [key, value] of Object.entries(changes)) {
    const before = base[key];
    // Another deck or scheme has nothing to do with the values of the old one.
    const whole = key === "deck" || (key === "alike" && isTable(value) && "scheme" in value);
    base[key] = !whole && isTable(value) && isTable(before) ? overlay(before, value) : value;
  }
  return base;
}

/** The checked rule set; one that stands over another is titled by the differences if it has no title. */
function build(raw: Raw, origin: string, name: string, over: Ruleset | null): Ruleset {
  const { rules, faults } = check(raw, name);
  if (!rules) throw new RulesError(origin, faults);
  return over && !("title" in raw) ? { ...rules, title: houseTitle(rules, over) } : rules;
}

/** The sheet for real dice: a deck of cards lies on the table, so the program plays none. */
export function forATable(rules: Ruleset): Ruleset {
  if (!rules.deck) return rules;
  let plain = plains.get(rules);
  if (!plain) {
    const base = rules.base || rules.name;
    const raw = shipped().includes(base) ? { base, ...differences(rules, load(base)) } : toRaw(rules);
    plains.set(rules, (plain = fromRaw({ ...raw, deck: "", title: rules.title })));
  }
  return plain;
}

/** A text from which `resolve` makes the same rule set: a shipped name, or compact data. */
export function reference(rules: Ruleset): string {
  if (shipped().includes(rules.name)) {
    const sheet = load(rules.name);
    if (rulesHash(sheet) === rulesHash(rules) && sheet.title === rules.title) return rules.name;
  }
  if (rules.base) {
    const raw = { base: rules.base, ...differences(rules, load(rules.base)) };
    if (rulesHash(fromRaw(raw)) === rulesHash(rules)) return sortedJson(titled(raw, rules));
  }
  return sortedJson(titled(toRaw(rules), rules));
}

/** The data with its title, where that does not follow from the differences by itself. */
function titled(raw: Raw, rules: Ruleset): Raw {
  return fromRaw(raw).title === rules.title ? raw : { ...raw, title: rules.title };
}

/** The rule set that a `reference` names. */
export function resolve(text: string): Ruleset {
  if (shipped().includes(text)) return load(text);
  let rules = houses.get(text);
  if (!rules) {
    rules = fromText(text);
    const [oldest] = houses.keys();
    if (houses.size >= MOST_HOUSES && oldest !== undefined) houses.delete(oldest);
    houses.set(text, rules);
  }
  return rules;
}

function fromText(text: string): Ruleset {
  let raw: unknown = null;
  try {
    if (text.startsWith("{") && text.length <= LONGEST) raw = JSON.parse(text);
  } catch {
    // It is named below.
  }
  if (!isTable(raw)) throw new RulesError("rules", [fault("", "is neither a shipped sheet nor the data of one")]);
  return fromRaw(raw);
}
