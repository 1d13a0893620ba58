// Paper: plays what stands on the strategy card of the sheet, and nothing else.

import { ways } from "../odds/rolls";
import { bankAt, turnAnswer, turnValue } from "../odds/turn";
import { sortedRolls } from "../rules/combinations";
import { FACES, stepOf, tableOf, type Ruleset } from "../rules/ruleset";
import { cardRules, followRule } from "./paper_rule";
import { NEVER, PlannedBot, type Bot, type KeepRule, type Plan } from "./plan";
import { greedyBot } from "./simple_bots";
import { isUnsolved } from "./unsolved";

/** Turn totals from which the worth of dice in hand is looked at; the one that plays best is taken. */
const SEEN_FROM = [100, 150, 200, 250, 300, 350, 400];
const ROUND_TO = 50;
const MOST_ROWS = 400;

/** Plays the back of the card, or its front, where the sheet has a rule to remember; elsewhere the plain card. */
export function paperBot(front = false): Bot {
  const plain = new PlannedBot((rules) => cardOf(rules).plan);
  const otherwise = greedyBot();
  return {
    choose(state) {
      if (isUnsolved(state)) return otherwise.choose(state);
      const rule = state.phase === "play_off" ? undefined : cardRules(state.rules)?.[front ? 0 : 1];
      return rule ? followRule(rule, state) : plain.choose(state);
    },
  };
}

/** The totals at which to stop, by dice left from one up. */
function stopsOf(rules: Ruleset): number[] {
  return bankAt(turnAnswer(rules)).map((stop) => stop ?? NEVER);
}

/** Keeps what brings the most points together with the worth of the dice that are left. */
function weighing(worths: readonly number[]): KeepRule {
  const worth = (left: number): number => worths[(left || worths.length) - 1] ?? 0;
  return (options) => {
    let best = options[0];
    for (const option of options) {
      if (best && option.points + worth(option.dice_left) > best.points + worth(best.dice_left)) best = option;
    }
    return best;
  };
}

const cards = new WeakMap<Ruleset, { worths: number[]; plan: Plan }>();

/** What stands on the card of a sheet: what one, two, ... dice in hand are worth, and the plan. */
export function cardOf(rules: Ruleset): { worths: number[]; plan: Plan } {
  let card = cards.get(rules);
  if (!card) {
    const stopAt = stopsOf(rules);
    const answer = turnAnswer(rules);
    let best = -Infinity;
    for (const total of SEEN_FROM) {
      const worths = stopAt.map((_, index) => {
        return ROUND_TO * roundHalfEven(Math.max(0, turnValue(answer, total, index + 1) - total) / ROUND_TO);
      });
      const plan = { stopAt, keep: weighing(worths) };
      const mean = meanPoints(rules, plan);
      if (mean > best) {
        best = mean;
        card = { worths, plan };
      }
    }
    cards.set(rules, (card ??= { worths: [], plan: { stopAt, keep: weighing([]) } }));
  }
  return card;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 ? floor + 1 : floor;
}

/** The mean of a turn that follows a plan, exactly, for somebody on the board; farkles count nothing. */
export function meanPoints(rules: Ruleset, plan: Plan): number {
  const step = stepOf(rules);
  const full = rules.dice;
  const kinds = Array.from({ length: full }, (_, index) => kindsOf(rules, plan.keep, index + 1));
  const finite = plan.stopAt.filter((stop) => stop < NEVER);
  const rows = Math.min(MOST_ROWS, Math.floor(Math.max(0, ...finite) / step) + 1);
  const least = Math.max(rules.minimum, step);
  const value = new Float64Array(rows * full);
  const worth = (row: number, dice: number): number => {
    const total = row * step;
    if (row >= rows || (total >= (plan.stopAt[dice - 1] ?? 0) && total >= least)) return total;
    return value[row * full + dice - 1] ?? 0;
  };
  for (let row = rows - 1; row >= 0; row--) {
    for (let dice = full; dice > 0; dice--) {
      let sum = 0;
      for (const { points, left, chance } of kinds[dice - 1] ?? []) sum += chance * worth(row + points, left);
      value[row * full + dice - 1] = sum;
    }
  }
  return value[full - 1] ?? 0;
}

/** What a roll leads to under a rule for keeping: points in steps, dice of the next roll. */
function kindsOf(rules: Ruleset, keep: KeepRule, dice: number): { points: number; left: number; chance: number }[] {
  const found = new Map<string, { points: number; left: number; chance: number }>();
  for (const roll of sortedRolls(dice)) {
    const option = keep(tableOf(rules).options(roll));
    if (!option) continue;
    const kind = { points: option.points / stepOf(rules), left: option.dice_left || rules.dice, chance: 0 };
    const name = `${kind.points} ${kind.left}`;
    const known = found.get(name) ?? kind;
    known.chance += ways(roll) / FACES ** dice;
    found.set(name, known);
  }
  return [...found.values()];
}
