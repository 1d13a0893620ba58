// What the effects of cards come to, in dice and points: the referee carries them out, screens say them beforehand.

import type { Act, Effect } from "./deck";
import { FACES, MAX_DICE, type Ruleset } from "./ruleset";

/** In the order in which they are counted: the limit of more dice knows nothing of missing ones. */
const DICE: [Act, (effect: Effect, dice: number) => number][] = [
  ["more_dice", (effect, dice) => Math.max(dice, Math.min(dice + effect.dice, effect.most))],
  ["fewer_dice", (effect, dice) => dice - effect.dice],
];

/** How many dice a turn has under these effects: never fewer than one. */
export function diceUnder(rules: Pick<Ruleset, "dice" | "weights">, effects: readonly Effect[]): number {
  let { dice } = rules;
  for (const [what, change] of DICE) {
    for (const effect of effects) if (effect.do === what) dice = change(effect, dice);
  }
  const most = rules.weights.length || MAX_DICE; // a die that nobody weighed has no place in the cup
  return Math.max(1, Math.min(dice, most));
}

/** The points that an effect takes from somebody with this total. */
export function takenFrom(effect: Effect, total: number): number {
  return Math.max(0, Math.min(effect.points, total));
}

/** What of a turn an effect saves from a farkle. */
export function savedOf(effect: Effect, turnTotal: number): number {
  return Math.max(0, turnTotal - effect.points);
}

/** What a die shows after an effect that turns it. */
export function turnedTo(effect: Effect, face: number): number {
  return effect.do === "set_die" ? effect.face : FACES + 1 - face;
}
