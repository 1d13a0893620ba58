// Names that people read: bots, combinations, the three facts of a sheet.

import { botKind } from "../art/faces";
import { countOf, digits, pack, unpack } from "../core/rules/combinations";
import { tableOf, type Scores } from "../core/rules/ruleset";
import type { ChairView, CompiledRules } from "../net/messages";
import { NAMELESS } from "../people.svelte";
import { number, t, type Word } from "../words/words.svelte";
import type { Die } from "./choosing";
import { shortName } from "./shortening";

const BOTS: Record<string, Word> = {
  paper: "bot.paper",
  "turn-optimal": "bot.turn_optimal",
  random: "bot.random",
  cautious: "bot.cautious",
  threshold: "bot.threshold",
  greedy: "bot.greedy",
  eager: "bot.eager",
  schemer: "bot.schemer",
  sage: "bot.sage",
  thumb: "bot.thumb",
  err: "bot.err",
  champion: "bot.champion",
  gambler: "bot.gambler",
  steady: "bot.steady",
  shrewd: "bot.shrewd",
  seer: "bot.seer",
};

/** A bot as people call it, whatever it was told and however it is numbered; an unknown one keeps its own name. */
export function botName(bot: string): string {
  const [, kind = "", number = ""] = /^([a-z-]+)(?::\S+)?( \d+)?$/.exec(bot) ?? [];
  const word = BOTS[kind];
  return word ? t(word) + number : bot;
}

/** A bot with its animal: "Otto the ox". */
export function botTitle(bot: string): string {
  const kind = botKind(bot).replace("-", "_");
  return botKind(bot) in BOTS ? t(`animal.${kind}` as "animal.thumb") : bot;
}

/** Its temperament, in one line. */
export function botLine(bot: string): string {
  const kind = botKind(bot).replace("-", "_");
  return botKind(bot) in BOTS ? t(`temper.${kind}` as "temper.thumb") : "";
}

const GUEST = new RegExp(`^${NAMELESS}(?= \\d+$|$)`);

/** The name of a person; who gave none is a guest. */
export function personName(name: string): string {
  return name.replace(GUEST, t("people.guest"));
}

/** The whole name of a seat; a bot goes by its face, and of two that are alike the second is numbered 2. */
export function wholeName(chairs: readonly ChairView[], seat: number): string {
  const chair = chairs[seat];
  if (!chair) return "";
  if (!chair.bot) return personName(chair.name);
  if (!chair.name.startsWith(chair.bot)) return chair.name;
  const before = chairs.slice(0, seat).filter((one) => one.bot && botName(one.bot) === botName(chair.bot)).length;
  return before ? `${botName(chair.bot)} ${before + 1}` : botName(chair.bot);
}

/** What a seat is called where there is little room. */
export function nameAt(chairs: readonly ChairView[], seat: number): string {
  return shortName(wholeName(chairs, seat));
}

/** The same to somebody who may have sat there: "You" or the name, never both. */
export function seatName(chairs: readonly ChairView[], seat: number, mine: boolean): string {
  return mine && chairs[seat] ? t("you") : nameAt(chairs, seat);
}

/** A combination in words: "three 4s", "straight". */
export function combination(faces: readonly number[]): string {
  const packed = pack(faces);
  const found = [1, 2, 3, 4, 5, 6].map((face) => countOf(packed, face));
  const first = faces[0] ?? 0;
  if (faces.every((face) => face === first)) {
    const n = faces.length;
    if (n === 1) return t("combo.single", { face: first });
    return t("combo.alike", { n, face: first });
  }
  if (faces.length === 6 && found.every((count) => count === 1)) return t("combo.straight");
  if (faces.length === 6 && found.includes(4) && found.includes(2)) return t("combo.four_and_pair");
  if (faces.length === 6 && found.every((count) => count % 2 === 0)) return t("combo.pairs");
  if (faces.length === 6 && found.filter((count) => count === 3).length === 2) return t("combo.triplets");
  const sorted = [...faces].sort((a, b) => a - b);
  if (sorted.every((face, index) => index === 0 || face === (sorted[index - 1] ?? 0) + 1)) {
    return t("combo.run", { low: sorted[0] ?? 0, high: sorted.at(-1) ?? 0 });
  }
  return [...digits(faces)].join(" ");
}

/** A die on the table as it is read out; `scores` is whether it is part of anything that may be set aside. */
export function dieLabel(rules: CompiledRules | null, die: Die, scores: boolean, chosen: boolean): string {
  const alone = rules && tableOf(rules).value([die.face]);
  return t("die.label", {
    number: die.number,
    face: t(`face.${die.face as 1 | 2 | 3 | 4 | 5 | 6 | 7}`),
    worth: alone ? t("die.alone", { points: alone }) : t(scores ? "die.group" : "die.nothing"),
    kept: t(chosen ? "die.kept" : "die.not_kept"),
  });
}

/** The combinations that give some dice their worth, the largest first. */
export function madeOf(rules: Scores, faces: readonly number[]): { faces: number[]; points: number }[] {
  const parts = tableOf(rules).partition(faces).map(({ dice, points }) => ({ faces: unpack(dice), points }));
  return parts.sort((a, b) => b.faces.length - a.faces.length);
}

/** What a choice is made of: "3 × 4 400, single 5 50"; equal singles are counted together. */
export function reasonsFor(parts: { faces: number[]; points: number }[]): string {
  const lines = new Map<string, { faces: number[]; points: number }>();
  for (const part of parts) {
    const single = part.faces.length === 1;
    const key = single ? `single ${part.faces[0]}` : `${digits(part.faces)} ${lines.size}`;
    const before = lines.get(key);
    lines.set(key, before ? { faces: [...before.faces, ...part.faces], points: before.points + part.points } : part);
  }
  return Array.from(lines.values(), (line) => t("combo.worth", { what: combination(line.faces), points: line.points })).join(", ");
}

/** Three facts that tell sheets apart. */
export function facts(rules: CompiledRules): string {
  const found: string[] = [];
  const [ones] = rules.scoring.triples;
  if (ones) found.push(t("fact.ones", { points: ones }));
  if (rules.scoring.straight) found.push(t("fact.straight", { points: rules.scoring.straight }));
  if (rules.opening) found.push(t("fact.opening", { points: rules.opening }));
  else if (rules.minimum) found.push(t("fact.minimum", { points: rules.minimum }));
  if (found.length < 3 && rules.rounds) found.push(t("fact.rounds", { n: rules.rounds }));
  else if (found.length < 3 && rules.target) found.push(t("fact.target", { points: rules.target }));
  return found.join(" · ");
}

/** "2 to 20 players". */
export function players(rules: CompiledRules): string {
  const low = rules.seats[0] ?? 1;
  const high = rules.seats.at(-1) ?? low;
  if (low === high) return low === 1 ? t("players.alone") : t("players.exactly", { n: low });
  return t("players.range", { low: number(low), high: number(high) });
}

/** A line of the scoring table: what, for how much, and dice that show it. */
export interface ScoringLine {
  what: string;
  points: string;
  faces: number[];
}

const range = (low: number, high: number): number[] => Array.from({ length: high - low + 1 }, (_, index) => low + index);

/** The scoring table of a sheet. */
export function scoringLines(rules: CompiledRules): ScoringLine[] {
  const { scoring } = rules;
  const lines: ScoringLine[] = [];
  const line = (what: string, points: string, faces: number[] = []): void => void lines.push({ what, points, faces });
  const add = (what: string, points: number, faces: number[] = []): void => {
    if (points) line(what, number(points), faces);
  };
  scoring.singles.forEach((points, index) => add(t("combo.single", { face: index + 1 }), points, [index + 1]));
  scoring.triples.forEach((points, index) => add(t("combo.alike", { n: 3, face: index + 1 }), points, Array<number>(3).fill(index + 1)));
  switch (scoring.alike.scheme) {
    case "table":
      scoring.alike.values.forEach((points, index) => add(t("combo.kind", { n: index + 4 }), points, Array<number>(index + 4).fill(2)));
      break;
    case "multiply":
      scoring.alike.values.forEach((factor, index) => line(t("combo.kind", { n: index + 4 }), t("combo.times", { n: factor }), Array<number>(index + 4).fill(2)));
      break;
    case "add":
      line(t("combo.beyond"), t("combo.again"));
      break;
    case "double":
      line(t("combo.beyond"), t("combo.doubles"));
      break;
    case "none":
      break;
  }
  add(t("combo.straight"), scoring.straight, range(1, 6));
  add(t(scoring.pairs_may_repeat ? "combo.pairs_alike" : "combo.pairs"), scoring.three_pairs, [2, 2, 3, 3, 6, 6]);
  add(t("combo.four_and_pair"), scoring.four_and_pair, [2, 2, 2, 2, 6, 6]);
  add(t(scoring.triplets_may_repeat ? "combo.triplets_alike" : "combo.triplets"), scoring.two_triplets, [2, 2, 2, 6, 6, 6]);
  add(t("combo.full_house"), scoring.full_house, [2, 2, 2, 6, 6]);
  if (scoring.full_house_bonus) line(t("combo.full_house"), t("combo.three_and", { points: scoring.full_house_bonus }), [2, 2, 2, 6, 6]);
  for (const run of scoring.runs) add(t("combo.run", { low: run.low, high: run.high }), run.points, range(run.low, run.high));
  for (const set of scoring.sets) add(set.faces.join(" "), set.points, [...set.faces]);
  add(t("combo.nothing", { n: rules.dice }), rules.nothing_bonus);
  return lines;
}

const TURN_POINTS = 400;
const TURN_SECONDS = 30;

/** About how many minutes a game of two takes, in fives. */
export function minutes(rules: CompiledRules): number {
  const players = Math.max(2, rules.seats[0] ?? 2);
  const turns = (rules.rounds || rules.target / TURN_POINTS) * (rules.seats.at(-1) === 1 ? 1 : players);
  return Math.max(5, Math.round((turns * TURN_SECONDS) / 60 / 5) * 5);
}
