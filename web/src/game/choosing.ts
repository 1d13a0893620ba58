// What a tap on a die means. A die that scores only in a group takes the group; a second tap gives it back.

import type { CompiledRules } from "../net/messages";
import { contains } from "./dice";
import { options, type Option } from "./scoring";

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

function facesOf(dice: readonly Die[], numbers: readonly number[]): number[] {
  return dice.filter((die) => numbers.includes(die.number)).map((die) => die.face);
}

/** The dice with the faces of an option: those of `first` as far as they go, then the lowest numbers. */
function pick(dice: readonly Die[], option: Option, first: readonly number[]): number[] {
  const wanted = [...option.keep];
  const picked: number[] = [];
  const order = [...dice].sort(
    (a, b) => Number(first.includes(b.number)) - Number(first.includes(a.number)) || a.number - b.number,
  );
  for (const die of order) {
    const index = wanted.indexOf(die.face);
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
export function tap(rules: CompiledRules, dice: readonly Die[], chosen: readonly number[], number: number): Choice {
  const roll = dice.map((die) => die.face);
  const all = options(rules, roll);
  if (chosen.includes(number)) {
    const rest = chosen.filter((one) => one !== number);
    const restFaces = facesOf(dice, rest);
    const inside = all.filter((option) => contains(restFaces, option.keep));
    const left = inside.sort((a, b) => b.keep.length - a.keep.length || b.points - a.points)[0];
    return { chosen: left ? pick(dice, left, rest).filter((one) => rest.includes(one)) : [], scored: true };
  }
  const wanted = [...chosen, number];
  const together = facesOf(dice, wanted);
  const option = smallest(all.filter((one) => contains(one.keep, together)));
  if (option) return { chosen: pick(dice, option, wanted), scored: true };
  const alone = smallest(all.filter((one) => contains(one.keep, facesOf(dice, [number]))));
  if (alone) return { chosen: pick(dice, alone, [number]), scored: true };
  return { chosen: [...chosen], scored: false };
}

/** How soon one tap follows another of the same hand, in milliseconds. */
const QUICK = 600;

/** Taps one after the other: quick fingers tap every die of a group, whose first tap has taken all of it. */
export class Taps {
  #along: number[] = [];
  #last = 0;

  /** The choice after a tap at this moment. */
  tap(rules: CompiledRules, dice: readonly Die[], chosen: readonly number[], number: number, now = performance.now()): Choice {
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
export function best(rules: CompiledRules, dice: readonly Die[]): number[] {
  const option = options(rules, dice.map((die) => die.face))[0];
  return option ? pick(dice, option, []) : [];
}

/** The dice with these faces, by the lowest numbers. */
export function withFaces(dice: readonly Die[], keep: number[]): number[] {
  return pick(dice, { keep, points: 0, left: 0 }, []);
}

/** Whether a die is part of anything that may be set aside. */
export function canScore(rules: CompiledRules, dice: readonly Die[], number: number): boolean {
  const face = dice.find((die) => die.number === number)?.face;
  return (
    face !== undefined && options(rules, dice.map((die) => die.face)).some((option) => option.keep.includes(face))
  );
}
