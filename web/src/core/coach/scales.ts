// What counts as equal, when a loss is a mistake, and how play is graded: every threshold of the coach. Where the
// unit is points, ten average turns of the sheet weigh as much as a whole win.

import type { State } from "../game/state";
import { tableOf } from "../odds/shelf";
import { turnAnswer } from "../odds/turn";
import { Unsolvable } from "../odds/refusals";
import type { Ruleset } from "../rules/ruleset";
import type { Class, Unit } from "./forms";
import { NothingToSay } from "../players/unsolved";

/** Choices within 0.1 % are equal and cost nothing. */
export const EQUAL = 0.001;
export const DOUBTFUL = 0.005;
const MISTAKE = 0.015;
const BLUNDER = 0.04;
const TURNS_OF_A_WIN = 10;

/** The most that may be lost per unforced decision, the grade and its words; above all of them it is F. */
const GRADES: [number, string, string][] = [
  [0.0002, "A+", "flawless"],
  [0.001, "A", "champion's play"],
  [0.003, "B", "strong"],
  [0.006, "C", "solid"],
  [0.012, "D", "hopeful"],
  [0.025, "E", "wild"],
  [Infinity, "F", "anything goes"],
];

/** What weighs as much as a whole win: 1, or points. */
export function whole(rules: Ruleset, unit: Unit): number {
  if (unit === "win") return 1;
  try {
    return TURNS_OF_A_WIN * turnAnswer(rules).expected;
  } catch (error) {
    if (error instanceof Unsolvable) throw new NothingToSay("{error}", { error: error.said });
    throw error;
  }
}

/** The class of a decision by its loss; `scale` is what `whole` says. */
export function classOf(loss: number, scale: number): Class {
  const share = Number((loss / scale).toFixed(3)); // as it is shown: what reads 1.5 % is one class everywhere
  if (share >= BLUNDER) return "blunder";
  if (share >= MISTAKE) return "mistake";
  return share >= DOUBTFUL ? "doubtful" : "fine";
}

/** The grade for a mean loss per unforced decision, and its words. */
export function gradeOf(perDecision: number, scale: number): [string, string] {
  const [, grade, words] = GRADES.find(([most]) => perDecision / scale <= most) ?? [0, "F", "anything goes"];
  return [grade, words];
}

/** The unit in which a game is reviewed: races in wins where their chances are known, all else in points. */
export function reviewUnit(state: State): Unit {
  const { rules } = state;
  return rules.deck || rules.rounds || state.seats.length > 2 || !tableOf(rules) ? "points" : "win";
}
