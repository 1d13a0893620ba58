// What a tap on a die means. A die that scores only in a group takes the group; a second tap gives it back.

import { contains, pack } from "../core/rules/combinations";
import { tableOf, type Scores } from "../core/rules/ruleset";
import type { Option } from "../core/rules/scoring";

export interface Die {
  /** Its number on the table, from 1. */
  number: number;
  face: number;
}

export interface Choice {
  /** Numbers of the chosen dice. */
  chosen: number[];
  /** Whether the tapped die can score at all now. */
  scored: boolean;
}

/** What dice show. */
export function facesOf(dice: readonly Die[]): number[] {
  return dice.map((die) => die.face);
}

function among(dice: readonly Die[], numbers: readonly number[]): number[] {
  return facesOf(dice.filter((die) => numbers.includes(die.number)));
}

/** Every keep of the dice, best first. */
export function keepsOf(rules: Scores, dice: readonly Die[]): Option[] {
  return tableOf(rules).options(facesOf(dice));
}

/** The keep that sets aside exactly the chosen dice, if that is allowed. */
export function keepFor(rules: Scores, dice: readonly Die[], chosen: readonly number[]): Option | undefined {
  return chosen.length ? tableOf(rules).optionFor(facesOf(dice), among(dice, chosen)) : undefined;
}

/** The dice with these faces: those of `first` as far as they go, then the lowest numbers. */
export function withFaces(dice: readonly Die[], keep: string, first: readonly number[] = []): number[] {
  const wanted = [...keep];
  const picked: number[] = [];
  const order = [...dice].sort(
    (a, b) => Number(first.includes(b.number)) - Number(first.includes(a.number)) || a.number - b.number,
  );
  for (const die of order) {
    const index = wanted.indexOf(String(die.face));
    if (index >= 0) {
      wanted.splice(index, 1);
      picked.push(die.number);
    }
  }
  return picked.sort((a, b) => a - b);
}

function smallest(found: Option[]): Option | undefined {
  return found.sort((a, b) => a.keep.length - b.keep.length || b.points - a.points)[0];
}

/** The choice after a tap on a die. */
export function tap(rules: Scores, dice: readonly Die[], chosen: readonly number[], number: number): Choice {
  const all = keepsOf(rules, dice);
  const having = (numbers: readonly number[]): Option | undefined => {
    const wanted = pack(among(dice, numbers));
    return smallest(all.filter((one) => contains(one.packed, wanted)));
  };
  if (chosen.includes(number)) {
    const rest = chosen.filter((one) => one !== number);
    const kept = pack(among(dice, rest));
    const inside = all.filter((one) => contains(kept, one.packed));
    const left = inside.sort((a, b) => b.keep.length - a.keep.length || b.points - a.points)[0];
    return { chosen: left ? withFaces(dice, left.keep, rest).filter((one) => rest.includes(one)) : [], scored: true };
  }
  const together = having([...chosen, number]);
  if (together) return { chosen: withFaces(dice, together.keep, [...chosen, number]), scored: true };
  const alone = having([number]);
  if (alone) return { chosen: withFaces(dice, alone.keep, [number]), scored: true };
  return { chosen: [...chosen], scored: false };
}

/** How soon one tap follows another of the same hand, in milliseconds. */
const QUICK = 600;

/** Taps one after the other: quick fingers tap every die of a group, whose first tap has taken all of it. */
export class Taps {
  #along: number[] = [];
  #last = 0;

  /** The choice after a tap at this moment. */
  tap(rules: Scores, dice: readonly Die[], chosen: readonly number[], number: number, now = performance.now()): Choice {
    const quick = now - this.#last < QUICK;
    this.#last = now;
    if (quick && chosen.includes(number) && this.#along.includes(number)) {
      this.#along = this.#along.filter((one) => one !== number);
      return { chosen: [...chosen], scored: true };
    }
    const choice = tap(rules, dice, chosen, number);
    this.#along = choice.chosen.filter((one) => one !== number && !chosen.includes(one));
    return choice;
  }
}

/** The most points that the roll gives; of equal ones the fewest dice. */
export function best(rules: Scores, dice: readonly Die[]): number[] {
  const [option] = keepsOf(rules, dice);
  return option ? withFaces(dice, option.keep) : [];
}

/** Whether a die is part of anything that may be set aside. */
export function canScore(rules: Scores, dice: readonly Die[], number: number): boolean {
  const face = String(dice.find((die) => die.number === number)?.face);
  return keepsOf(rules, dice).some((option) => option.keep.includes(face));
}
