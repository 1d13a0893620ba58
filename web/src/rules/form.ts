// The form over a sheet: its fields by the keys of a rule file, and the data that a changed form stands for.

import type { CompiledRules } from "../net/messages";

export type Value = string | boolean;
export type Values = Record<string, Value>;

export type Field =
  | { key: string; kind: "points" }
  | { key: string; kind: "yes" }
  | { key: string; kind: "word"; words: readonly string[] };

export interface Group {
  name: "end" | "turn" | "singles" | "triples" | "alike" | "sets";
  fields: Field[];
}

const FACES = [1, 2, 3, 4, 5, 6] as const;
const points = (key: string): Field => ({ key, kind: "points" });
const yes = (key: string): Field => ({ key, kind: "yes" });
const word = (key: string, ...words: string[]): Field => ({ key, kind: "word", words });

/** How a game ends: by a target or after so many rounds. Never both. */
export const END = "end";
export const TITLE = "title";

/** The fields that make sense with these values, in groups. */
export function groups(values: Values): Group[] {
  const scheme = values["scoring.alike.scheme"];
  const byCount = scheme === "table" || scheme === "multiply";
  const rounds = values[END] === "rounds";
  return [
    {
      name: "end",
      fields: [
        word(END, "target", "rounds"),
        points(rounds ? "rounds" : "target"),
        ...(rounds ? [] : [word("last_chance", "none", "finish_round", "others_once"), word("reach", "at_least", "more_than", "exactly")]),
        rounds ? word("ties", "shared", "play_off") : word("ties", "shared", "trigger_keeps", "play_off"),
        word("first_player", "chosen", "rolled"),
      ],
    },
    {
      name: "turn",
      fields: [
        points("opening"),
        ...(values.opening === "0" ? [] : [word("opening_policy", "must_reach", "may_stop")]),
        points("minimum"),
        word("hot_dice", "optional", "forced"),
        yes("take_all"),
        points("penalty.points"),
        ...(values["penalty.points"] === "0" ? [] : [points("penalty.count")]),
        points("nothing_bonus"),
        points("dice"),
      ],
    },
    { name: "singles", fields: FACES.map((face) => points(`scoring.singles.${face}`)) },
    { name: "triples", fields: FACES.map((face) => points(`scoring.triples.${face}`)) },
    {
      name: "alike",
      fields: [
        word("scoring.alike.scheme", "none", "table", "add", "double", "multiply"),
        ...(byCount ? [4, 5, 6].map((count) => points(`scoring.alike.${count}`)) : []),
      ],
    },
    {
      name: "sets",
      fields: [
        points("scoring.straight"),
        points("scoring.three_pairs"),
        yes("scoring.pairs_may_repeat"),
        points("scoring.two_triplets"),
        yes("scoring.triplets_may_repeat"),
        points("scoring.four_and_pair"),
        points("scoring.full_house"),
        points("scoring.runs.1-5"),
        points("scoring.runs.2-6"),
      ],
    },
  ];
}

/** What the form shows of a sheet. */
export function valuesOf(rules: CompiledRules): Values {
  const { scoring } = rules;
  const run = (low: number, high: number): number =>
    scoring.runs.find((one) => one.low === low && one.high === high)?.points ?? 0;
  const usual = scoring.alike.scheme === "multiply" ? [2, 3, 4] : [1000, 2000, 3000];
  const found: Values = {
    [TITLE]: rules.title,
    [END]: rules.rounds ? "rounds" : "target",
    target: String(rules.target || 10000),
    rounds: String(rules.rounds || 10),
    last_chance: rules.last_chance,
    reach: rules.reach,
    ties: rules.ties,
    first_player: rules.first_player,
    opening: String(rules.opening),
    opening_policy: rules.opening_policy,
    minimum: String(rules.minimum),
    hot_dice: rules.hot_dice,
    take_all: rules.take_all,
    "penalty.points": String(rules.penalty.points),
    "penalty.count": String(rules.penalty.count),
    nothing_bonus: String(rules.nothing_bonus),
    dice: String(rules.dice),
    "scoring.alike.scheme": scoring.alike.scheme,
    "scoring.straight": String(scoring.straight),
    "scoring.three_pairs": String(scoring.three_pairs),
    "scoring.pairs_may_repeat": scoring.pairs_may_repeat,
    "scoring.two_triplets": String(scoring.two_triplets),
    "scoring.triplets_may_repeat": scoring.triplets_may_repeat,
    "scoring.four_and_pair": String(scoring.four_and_pair),
    "scoring.full_house": String(scoring.full_house),
    "scoring.runs.1-5": String(run(1, 5)),
    "scoring.runs.2-6": String(run(2, 6)),
  };
  for (const face of FACES) {
    found[`scoring.singles.${face}`] = String(scoring.singles[face - 1] ?? 0);
    found[`scoring.triples.${face}`] = String(scoring.triples[face - 1] ?? 0);
  }
  [4, 5, 6].forEach((count, index) => {
    found[`scoring.alike.${count}`] = String(scoring.alike.values[index] ?? usual[index]);
  });
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
    put(raw, key, plain(now[key] ?? ""));
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
    for (const count of [4, 5, 6]) {
      const key = `scoring.alike.${count}`;
      if (shown.has(key)) put(raw, key, plain(now[key] ?? ""));
    }
  }
  return JSON.stringify(raw);
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
