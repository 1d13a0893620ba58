// A rule set in one form, whatever way it was written: what two sheets differ in, and the hash by which they are told
// apart. The same in every language.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { deckHash } from "./deck";
import type { Ruleset } from "./ruleset";

/** Keys of format 2, as a sheet has them that does not use them: it has the hash that it had before. */
const UNUSED: Pick<Ruleset, "joker" | "instant_win" | "instant_loss" | "bank_step" | "overshoot" | "bump" | "piggyback"> = {
  joker: { face: 0, dice: 1 },
  instant_win: [],
  instant_loss: [],
  bank_step: 0,
  overshoot: "nothing",
  bump: "none",
  piggyback: false,
};

/** The keys in use that only the referee plays: the exact solver does not know them. */
export function beyond(rules: Ruleset): string[] {
  const later = Object.entries(UNUSED) as [keyof typeof UNUSED, unknown][];
  const used: string[] = later.filter(([key, unused]) => sortedJson(rules[key]) !== sortedJson(unused)).map(([key]) => key);
  return rules.last_chance === "last_licks" ? [...used, "last_chance"] : used;
}

const TEXT_FIELDS = new Set(["name", "title", "summary", "source", "base"]);

/** Plain data of everything that changes play, in one form for every way of writing it. */
export function canonical(rules: Ruleset): Record<string, unknown> {
  const used = beyond(rules);
  const entries = Object.entries(rules).filter(([key]) => !TEXT_FIELDS.has(key) && (!(key in UNUSED) || used.includes(key)));
  return { ...Object.fromEntries(entries), deck: rules.deck ? deckHash(rules.deck) : "" };
}

const hashes = new WeakMap<Ruleset, string>();

/** SHA-256 of what changes play: titles, sources and wording do not count. */
export function rulesHash(rules: Ruleset): string {
  let hash = hashes.get(rules);
  if (!hash) hashes.set(rules, (hash = hashOf(canonical(rules))));
  return hash;
}

/** SHA-256 of plain data as JSON with sorted keys. */
export function hashOf(data: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(sortedJson(data))));
}

/** JSON without blanks whose keys are sorted; letters beyond ASCII are written as escapes. */
export function sortedJson(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(sortedJson).join()}]`;
  if (typeof data === "object" && data !== null) {
    const entries = Object.entries(data).filter(([, value]) => value !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, value]) => `${sortedJson(key)}:${sortedJson(value)}`).join()}}`;
  }
  const text = JSON.stringify(data);
  return text.replace(/[\u007f-\uffff]/g, (letter) =>
    letter === "\u007f" ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
