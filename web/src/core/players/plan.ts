// Bots that fit on paper: one keep for each roll, and a total at which to stop for each number of dice left.

import { lowestDice } from "../game/choices";
import type { Command } from "../game/commands";
import { diceToRoll, moverOf, type State } from "../game/state";
import { can } from "../game/verifying";
import { tableOf, type Ruleset } from "../rules/ruleset";
import type { Option } from "../rules/scoring";
import { takesOver, totalToWin } from "./keeping";

/** A total that no turn reaches. */
export const NEVER = Infinity;

/** Chooses among the legal keeps of a roll, which stand best first by points. */
export type KeepRule = (options: readonly Option[]) => Option | undefined;

/** What stands on the paper: `stopAt[n - 1]` is the total at which to stop with n dice to roll. */
export interface Plan {
  stopAt: number[];
  keep: KeepRule;
}

/** Who decides for a seat. */
export interface Bot {
  choose(state: State): Command;
}

/** The keep with the most points, of equal ones that with the fewest dice: the first in the list. */
export const mostPoints: KeepRule = (options) => options[0];

/** A bot that writes down its plan for a rule set, once, and follows it. */
export class PlannedBot implements Bot {
  readonly #plans = new WeakMap<Ruleset, Plan>();

  constructor(readonly plan: (rules: Ruleset) => Plan) {}

  choose(state: State): Command {
    let plan = this.#plans.get(state.rules);
    if (!plan) this.#plans.set(state.rules, (plan = this.plan(state.rules)));
    return follow(plan, state);
  }
}

/** The next command of a bot with this plan; on a last turn it gives way to the total that wins. */
export function follow(plan: Plan, state: State): Command {
  const seat = state.mover;
  if (state.step === "farkle" || state.step === "stop") return { type: "PassWindow", seat }; // no card is on the paper
  if (state.step === "keep") {
    const option = plan.keep(tableOf(state.rules).options(state.faces));
    return { type: "Keep", seat, dice: lowestDice(state, option?.keep ?? ""), then: "" };
  }
  if (state.step !== "decide") return { type: takesOver(state) ? "TakeOver" : "Roll", seat };
  const goal = totalToWin(state);
  const dice = Math.min(diceToRoll(state).length, plan.stopAt.length);
  const enough =
    goal === null ? state.turn_total >= (plan.stopAt[dice - 1] ?? 0) : moverOf(state).total + state.turn_total >= goal;
  const bank: Command = { type: "Bank", seat };
  return enough && can(state, bank) ? bank : { type: "Roll", seat };
}
