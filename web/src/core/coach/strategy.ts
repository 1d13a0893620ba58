// The strategy card of a sheet: what the solver knows, boiled down to what fits on one page.

import { newGame, type State } from "../game/state";
import { lastTurns } from "../odds/lanes";
import { rollPlan } from "../odds/plan";
import { rollOdds } from "../odds/rolls";
import { tableOf as solvedTable } from "../odds/shelf";
import { bankAt, toldStop, turnAnswer, turnValue } from "../odds/turn";
import { cardOf, meanPoints } from "../players/paper_bot";
import { cardRules } from "../players/paper_rule";
import { NEVER } from "../players/plan";
import { sortedRolls } from "../rules/combinations";
import { stepOf, tableOf, type Ruleset } from "../rules/ruleset";
import { grouped } from "../rules/said";
import { valuesFor } from "../players/values";

/** What may be missing on a last turn. */
const NEEDS = [300, 500, 750, 1000, 1500, 2000, 3000];

export interface StrategyCard {
  rules: string;
  title: string;
  mean: number;
  best_mean: number;
  rows: { dice: number; farkle: number; stop_at: number | null; worth: number; by_farkles: (number | null)[] }[];
  breaks: { roll: string; keep: string; gain: number }[];
  situations: { kind: string; name: string; stop_at: (number | null)[] }[];
  needs: [number, number][];
  advice: string[];
  measured: null;
  sides: Side[];
}

/** One side of the card to remember, as `strategy_forms.Side` in Python has it. */
export interface Side {
  stops: (number | null)[];
  worths: number[];
  wins: number;
  ease: number | null;
  near: number;
  lead: number | null;
  opening: number;
  chased: boolean;
  level: boolean;
}

/** The card of a sheet; Unsolvable where its turns are not solved. */
export function strategyCard(rules: Ruleset): StrategyCard {
  const answer = turnAnswer(rules);
  const { worths, plan } = cardOf(rules);
  const byFarkles = answer.worth.slice(1).map((_, index) => bankAt(answer, index + 1));
  const rows = Array.from({ length: rules.dice }, (_, index) => {
    const dice = rules.dice - index;
    const odds = rollOdds(rules, dice);
    const stop = plan.stopAt[dice - 1] ?? NEVER;
    return {
      dice,
      farkle: odds.farkles / odds.rolls,
      stop_at: toldStop(rules, stop),
      worth: worths[dice - 1] ?? 0,
      by_farkles: byFarkles.map((stops) => toldStop(rules, stops[dice - 1] ?? null)),
    };
  });
  const step = stepOf(rules);
  const most = Math.ceil(Math.max(...NEEDS) / step);
  const chase = lastTurns(rollPlan(rules, true), rules.hot_dice === "forced", most, 1);
  const breaks = breaksOf(rules);
  return {
    rules: rules.name,
    title: rules.title,
    mean: meanPoints(rules, plan),
    best_mean: answer.expected,
    rows,
    breaks,
    situations: situationsOf(rules),
    needs: NEEDS.map((need) => [need, chase[Math.ceil(need / step)] ?? 0]),
    advice: adviceOf(rules, breaks),
    measured: null,
    sides: sidesOf(rules),
  };
}

/** The front and the back; none where no rule was looked for. */
function sidesOf(rules: Ruleset): Side[] {
  const chased = rules.last_chance !== "none";
  return (cardRules(rules) ?? []).map(({ stops, worths, wins, ease, near, lead }) => ({
    stops,
    worths,
    wins,
    ease: ease < 0 ? null : ease,
    near: Math.max(near, 0),
    lead: chased ? lead : null,
    opening: rules.opening,
    chased,
    level: chased && rules.ties === "shared",
  }));
}

/** The first rolls that people get wrong: what to leave of a one, a five and a triple. */
function breaksOf(rules: Ruleset): StrategyCard["breaks"] {
  const answer = turnAnswer(rules);
  const found: StrategyCard["breaks"] = [];
  for (const faces of ["15", "11", "55", "115", "155", "1155", "1222", "1333", "1444", "1666"]) {
    const filling = deadDice(rules, faces);
    if (filling === null) continue;
    const choices = tableOf(rules)
      .options([...faces, ...filling].map(Number))
      .map(({ points, dice_left, keep }) => {
        const stop = points >= Math.max(rules.minimum, 1) ? points : 0;
        return { value: Math.max(stop, turnValue(answer, points, dice_left || rules.dice)), keep };
      })
      .sort((a, b) => b.value - a.value || (a.keep < b.keep ? 1 : -1));
    const [best] = choices;
    const everything = choices.find((choice) => choice.keep === faces);
    if (best && everything) found.push({ roll: faces, keep: best.keep, gain: best.value - everything.value });
  }
  return found;
}

/** Dice that fill a roll up and score nothing with these; null where there are none. */
function deadDice(rules: Ruleset, faces: string): number[] | null {
  if (rules.dice < faces.length) return null;
  const dead = [2, 3, 4, 6];
  for (const chosen of sortedRolls(rules.dice - faces.length)) {
    if (!chosen.every((face) => dead.includes(face))) continue;
    const keeps = tableOf(rules).options([...[...faces].map(Number), ...chosen]).map((option) => option.keep);
    const within = (keep: string): boolean => keep.length <= faces.length && [...keep].every((face) => faces.includes(face));
    if (keeps.includes(faces) && keeps.every(within)) return chosen;
  }
  return null;
}

/** When to stop where the score counts, from the table of two. */
function situationsOf(rules: Ruleset): StrategyCard["situations"] {
  if (!rules.target || !solvedTable(rules)) return [];
  const step = stepOf(rules);
  const part = Math.floor(rules.target / (20 * step)) * step;
  const places: [string, string, number, number][] = [
    ["level", "level, half-way", 10, 10],
    ["behind", "well behind, the other near the end", 12, 18],
    ["ahead", "well ahead, near the end", 18, 12],
    ["near", "both near the end", 19, 19],
  ];
  const found = places.map(([kind, name, mine, theirs]) => ({
    kind,
    name,
    stop_at: stopsAt(rules, mine * part, theirs * part, true),
  }));
  if (rules.opening) found.unshift({ kind: "board", name: "to get on the board", stop_at: stopsAt(rules, 0, 0, false) });
  return found;
}

/** The lowest totals at which to stop, one die first. */
function stopsAt(rules: Ruleset, mine: number, theirs: number, opened: boolean): (number | null)[] {
  const start = newGame({ ...rules, min_players: 2, max_players: 0 }, 2, { first: 0 });
  const seat = (total: number): State["seats"][number] => ({ total, opened, farkles: 0, gone: false, dice: 0 });
  const state: State = { ...start, rules, seats: [seat(mine), seat(theirs)] };
  const view = valuesFor(state, "win").turn(state);
  return Array.from({ length: rules.dice }, (_, index) => {
    const dice = index + 1;
    for (let total = stepOf(rules); total < 20_000; total += stepOf(rules)) {
      const stop = view.stopping(total, dice === rules.dice);
      if (stop && stop.value >= view.rolling(total, dice).value) return total;
    }
    return null;
  });
}

/** The card in sentences. */
function adviceOf(rules: Ruleset, breaks: StrategyCard["breaks"]): string[] {
  const lines = ["Set aside what brings the most points together with the worth of the dice left in hand."];
  const few = breaks.filter((one) => one.keep !== one.roll);
  if (few.length) {
    const shown = few.slice(0, 4).map((one) => `${[...one.roll].join(" ")}: only ${[...one.keep].join(" ")}`);
    lines.push(`Spare dice on the first roll. ${shown.join(", ")}.`);
  }
  const tripled = (roll: string): boolean => roll.length === 4 && roll.slice(1) === (roll[1] ?? "").repeat(3);
  const broken = few.filter((one) => tripled(one.roll)).map((one) => `three ${one.roll[1]}s`);
  if (broken.length) lines.push(`Break a triple for the 1 beside it: ${broken.join(", ")}.`);
  else if (breaks.some((one) => tripled(one.roll))) lines.push("Never break a triple for the 1 beside it.");
  if (rules.opening) lines.push(`Until ${grouped(rules.opening)} are on the table nothing counts: roll, and spare dice.`);
  const { count, points } = rules.penalty;
  if (points) lines.push(`${count} farkles in a row cost ${grouped(points)}: stop earlier with each.`);
  if (rules.last_chance !== "none" && rules.target) {
    lines.push("Whoever calls the last turns is chased: a few hundred past the target are worth a roll.");
  }
  lines.push("On the last turn only the total that wins counts.");
  return lines;
}
