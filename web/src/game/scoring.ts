// Which dice of a roll may be set aside, and for what: the compiled data of a sheet, read.
// Tests compare every roll of every sheet with what the server's own scoring says.

import type { CompiledRules } from "../net/messages";
import { contains, counts, digits, parts, type Faces } from "./dice";

export interface Option {
  keep: number[];
  points: number;
  left: number;
}

const known = new WeakMap<CompiledRules, Map<string, Option[]>>();

/** Every legal keep of a roll, best first: points down, then fewer dice, then the digits. */
export function options(rules: CompiledRules, roll: Faces): Option[] {
  let rolls = known.get(rules);
  if (!rolls) known.set(rules, (rolls = new Map()));
  const name = digits(roll);
  let found = rolls.get(name);
  if (!found) rolls.set(name, (found = workOut(rules, roll)));
  return found;
}

function workOut(rules: CompiledRules, roll: Faces): Option[] {
  const { toxic } = rules;
  if (toxic.face && (counts(roll)[toxic.face - 1] ?? 0) >= toxic.count) return [];
  let found: Option[] = [];
  for (const keep of parts(roll)) {
    const points = rules.worth[digits(keep)];
    if (points !== undefined) found.push({ keep, points, left: roll.length - keep.length });
  }
  if (rules.take_all) found = largest(found);
  if (!found.length && rules.nothing_bonus && roll.length === rules.dice) {
    found.push({ keep: [...roll].sort((a, b) => a - b), points: rules.nothing_bonus, left: 0 });
  }
  return found.sort(
    (a, b) => b.points - a.points || a.keep.length - b.keep.length || (digits(a.keep) < digits(b.keep) ? -1 : 1),
  );
}

/** The options that are part of no other one. */
function largest(found: Option[]): Option[] {
  const kept: Option[] = [];
  for (const option of [...found].sort((a, b) => b.keep.length - a.keep.length)) {
    if (!kept.some((larger) => contains(larger.keep, option.keep))) kept.push(option);
  }
  return kept;
}

/** The option that sets aside exactly these dice of a roll, if that is allowed. */
export function optionFor(rules: CompiledRules, roll: Faces, keep: Faces): Option | undefined {
  const name = digits(keep);
  return options(rules, roll).find((option) => digits(option.keep) === name);
}

/** The combinations that make up a set of dice, with the fewest parts, as people name it: "1444" is "444" and "1". */
export function partition(rules: CompiledRules, faces: Faces): { faces: number[]; points: number }[] {
  const whole = rules.worth[digits(faces)];
  if (whole === undefined) return [];
  const lowest = Math.min(...faces);
  let best: { faces: number[]; points: number }[] = [];
  for (const part of parts(faces)) {
    const points = rules.combinations[digits(part)];
    if (points === undefined || !part.includes(lowest)) continue;
    const rest = without(faces, part);
    if (rest.length && points + (rules.worth[digits(rest)] ?? NaN) !== whole) continue;
    if (!rest.length && points !== whole) continue;
    const found = [{ faces: part, points }, ...(rest.length ? partition(rules, rest) : [])];
    if (!best.length || found.length < best.length) best = found;
  }
  return best.sort((a, b) => b.faces.length - a.faces.length);
}

/** Dice with some of them taken away. */
export function without(faces: Faces, gone: Faces): number[] {
  const rest = [...faces];
  for (const face of gone) {
    const index = rest.indexOf(face);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}

const chances = new WeakMap<CompiledRules, Map<string, number>>();

/** The chance that a throw of these dice, by number, scores nothing; weighted dice included. */
export function farkleChance(rules: CompiledRules, dice: readonly number[]): number {
  let memory = chances.get(rules);
  if (!memory) chances.set(rules, (memory = new Map()));
  const name = rules.weights.length ? dice.join() : String(dice.length);
  let chance = memory.get(name);
  if (chance === undefined) {
    chance = 0;
    for (const [roll, weight] of distribution(rules, dice)) {
      if (!options(rules, [...roll].map(Number)).length) chance += weight;
    }
    memory.set(name, chance);
  }
  return chance;
}

/** Every roll of some dice with its chance. */
export function distribution(rules: CompiledRules, dice: readonly number[]): Map<string, number> {
  let found = new Map([["", 1]]);
  for (const die of dice) {
    const row = rules.weights[die - 1] ?? [1, 1, 1, 1, 1, 1];
    const sum = row.reduce((a, b) => a + b, 0);
    const more = new Map<string, number>();
    for (const [roll, chance] of found) {
      row.forEach((weight, index) => {
        if (!weight) return;
        const name = digits([...[...roll].map(Number), index + 1]);
        more.set(name, (more.get(name) ?? 0) + (chance * weight) / sum);
      });
    }
    found = more;
  }
  return found;
}
