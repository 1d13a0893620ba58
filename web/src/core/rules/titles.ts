// A title for house rules, made from what they play differently.

import { isTable } from "./reading";
import { LONGEST_TITLE, type Ruleset } from "./ruleset";
import { grouped } from "./said";
import { differences } from "./writing";

const WORDS: Record<string, Record<string, string>> = {
  last_chance: { none: "ends at once", finish_round: "finish the round", others_once: "one last turn for the others", last_licks: "last licks" },
  overshoot: { nothing: "overshoot scores nothing", welfare: "overshoot to the lowest" },
  bump: { none: "no bump", to_zero: "bump to zero", swap: "bump to where you came from" },
  reach: { at_least: "at least the target", more_than: "above the target", exactly: "exactly the target" },
  ties: { shared: "ties shared", trigger_keeps: "ties to who was first there", play_off: "ties played off" },
  opening_policy: { may_stop: "may stop below the opening", must_reach: "must reach the opening" },
};

const some = (value: unknown, words: (n: string) => string, none: string): string =>
  value ? words(grouped(Number(value))) : none;
const PHRASES: Record<string, (value: unknown) => string> = {
  target: (v) => `to ${grouped(Number(v))}`,
  rounds: (v) => `${String(v)} rounds`,
  opening: (v) => some(v, (n) => `opening ${n}`, "no opening minimum"),
  opening_policy: (v) => WORDS.opening_policy?.[String(v)] ?? "",
  minimum: (v) => some(v, (n) => `minimum ${n}`, "no minimum"),
  minimum_binds_win: (v) => `minimum ${v ? "also" : "not"} for the winning bank`,
  bank_step: (v) => some(v, (n) => `banks in steps of ${n}`, "banks of any points"),
  piggyback: (v) => (v ? "piggyback" : "no piggyback"),
  bump: (v) => WORDS.bump?.[String(v)] ?? "",
  instant_win: (v) => (Array.isArray(v) && v.length ? "instant win" : "no instant win"),
  instant_loss: (v) => (Array.isArray(v) && v.length ? "instant loss" : "no instant loss"),
  take_all: (v) => (v ? "take all scoring dice" : "take any scoring dice"),
  hot_dice: (v) => `hot dice ${String(v)}`,
  nothing_bonus: (v) => some(v, (n) => `${n} for nothing`, "nothing scores nothing"),
  first_player: (v) => `first player ${String(v)}`,
  last_chance: (v) => WORDS.last_chance?.[String(v)] ?? "",
  reach: (v) => WORDS.reach?.[String(v)] ?? "",
  overshoot: (v) => WORDS.overshoot?.[String(v)] ?? "",
  ties: (v) => WORDS.ties?.[String(v)] ?? "",
  dice: (v) => `${String(v)} dice`,
  deck: (v) => (v ? `deck ${isTable(v) ? String(v.name) : String(v)}` : "no deck"),
  weights: (v) => (Array.isArray(v) && v.length ? "weighted dice" : "fair dice"),
  solo_goal: (v) => some(v, (n) => `goal ${n}`, "no solo goal"),
  min_players: (v) => `from ${String(v)} players`,
  max_players: (v) => (v ? `up to ${String(v)} players` : "any number of players"),
};

/** What a house plays differently, a short phrase each. */
export function housePhrases(rules: Ruleset, base: Ruleset): string[] {
  const changed = differences(rules, base);
  const first = Object.keys(PHRASES).filter((key) => key in changed);
  const rest = Object.keys(changed).filter((key) => !first.includes(key));
  return [...first, ...rest].flatMap((key) => phrases(key, changed[key]));
}

function phrases(key: string, value: unknown): string[] {
  const known = PHRASES[key];
  if (known) return [known(value)];
  const words = key.replaceAll("_", " ");
  if (isTable(value) && Object.keys(value).length) {
    if (key === "alike") {
      const inner = Object.entries(value).filter(([name]) => name !== "scheme").map(([name, one]) => `${name} = ${plain(one)}`);
      return [`alike ${String(value.scheme)} ${inner.join(" ")}`.trim()];
    }
    const prefix = key === "scoring" ? "" : `${words} `;
    return Object.entries(value).flatMap(([name, one]) => phrases(name, one).map((phrase) => prefix + phrase));
  }
  return [`${words} ${plain(value)}`];
}

function plain(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return grouped(value);
  if (Array.isArray(value)) return value.map(plain).join(" ") || "none";
  if (isTable(value)) return Object.entries(value).map(([key, one]) => `${key} ${plain(one)}`).join(" ");
  return String(value);
}

/** The base's title with every difference behind it, cut where it becomes a list. */
export function houseTitle(rules: Ruleset, base: Ruleset): string {
  const found = housePhrases(rules, base);
  if (!found.length) return base.title;
  const shown = found.length > 5 ? [...found.slice(0, 5), `and ${found.length - 5} more changes`] : found;
  return [...[base.title, ...shown].join(", ")].slice(0, LONGEST_TITLE).join("").replace(/[ ,]+$/, "");
}
