// Threshold, greedy and thumb: what they know fits into a line or two.

import type { Command } from "../game/commands";
import { diceToRoll, weightsOf, type State } from "../game/state";
import { rollOdds, weightedOdds, type RollOdds } from "../odds/rolls";
import type { Ruleset } from "../rules/ruleset";
import { follow, mostPoints, NEVER, PlannedBot, type Bot, type KeepRule } from "./plan";

/** The three numbers of thumb that were found best over all shipped sheets. */
const BEST_THUMB: [number, number, number] = [75, 350, 3000];
/** With so many dice or fewer left to roll, the lower total of thumb counts. */
const FEW = 3;

function forEachCount(rules: Ruleset, stop: (dice: number) => number): number[] {
  return Array.from({ length: rules.dice }, (_, index) => stop(index + 1));
}

/** Stops at the first legal total of so many points or more. */
export function thresholdBot(points: number): PlannedBot {
  return new PlannedBot((rules) => ({ stopAt: forEachCount(rules, () => points), keep: mostPoints }));
}

/** Keeps the most points and rolls only while one more roll gains on average. */
export function greedyBot(): Bot {
  const fair = new PlannedBot((rules) => ({
    stopAt: forEachCount(rules, (dice) => noGainAt(rollOdds(rules, dice))),
    keep: mostPoints,
  }));
  return {
    choose(state: State): Command {
      const weights = weightsOf(state);
      if (!weights.length) return fair.choose(state);
      const rows = diceToRoll(state).map((die) => weights[die - 1] ?? []);
      const stop = noGainAt(weightedOdds(state.rules, rows));
      return follow({ stopAt: forEachCount(state.rules, () => stop), keep: mostPoints }, state);
    },
  };
}

/** The lowest total whose loss by farkles weighs at least as much as the points of all other rolls. */
function noGainAt({ farkles, points }: RollOdds): number {
  return farkles ? Math.ceil(points / farkles) : NEVER;
}

/** Keeps what brings the most after paying a price for each die; all dice, where all score. */
function sparing(price: number): KeepRule {
  return (options) => {
    let best = options[0];
    for (const option of options) {
      if (option.hot) return option;
      if (best && option.points - price * option.keep.length > best.points - price * best.keep.length) best = option;
    }
    return best;
  };
}

/** Spares dice at a price, stops at `few` with up to three dice left and at `many` with more. */
export function thumbBot([price, few, many]: readonly [number, number, number] = BEST_THUMB): PlannedBot {
  return new PlannedBot((rules) => ({
    stopAt: forEachCount(rules, (dice) => (dice <= FEW ? few : many)),
    keep: sparing(price),
  }));
}
