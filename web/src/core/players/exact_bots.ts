// Turn-optimal and champion: bots that play what the solver says. Turn-optimal plays every turn for the most points
// in the long run, and a last turn for the win. The champion plays for the chance to win from the sheet's table;
// without one (yet) it plays as turn-optimal does, and with more rivals as if against the leading one alone.

import { lowestDice } from "../game/choices";
import type { Command } from "../game/commands";
import type { State } from "../game/state";
import { Unsolvable } from "../odds/refusals";
import { tableOf } from "../odds/shelf";
import { turnInside } from "../odds/solved";
import type { Bot } from "./plan";
import { greedyBot } from "./simple_bots";
import { playing, positionOf } from "./solver_view";
import { totalToWin } from "./keeping";
import { SolvedTurn, type Choice } from "./solved_turns";
import { isUnsolved, NothingToSay } from "./unsolved";
import { valuesFor } from "./values";

export class TurnOptimal implements Bot {
  readonly #otherwise = greedyBot();

  choose(state: State): Command {
    if (isUnsolved(state) || (state.step !== "keep" && state.step !== "decide")) return this.#otherwise.choose(state);
    const [best] = this.values(state);
    return best ? commandOf(state, best) : this.#otherwise.choose(state);
  }

  /** Every choice with its worth, best first; none where nothing is solved, such as with cards. */
  values(state: State): Choice[] {
    if (state.cards || state.turn_dice !== state.rules.dice) return [];
    try {
      return valuesFor(state, totalToWin(state) === null ? "points" : null).turn(state).choices(state);
    } catch (error) {
      if (error instanceof NothingToSay || error instanceof Unsolvable) return [];
      throw error;
    }
  }
}

export class Champion extends TurnOptimal {
  override values(state: State): Choice[] {
    const table = tableOf(state.rules);
    if (!table || state.cards || state.rules.solo_goal || state.turn_dice !== state.rules.dice) return super.values(state);
    const [mover = 0, ...others] = playing(state);
    const total = (seat: number): number => state.seats[seat]?.total ?? 0;
    const [first] = others;
    if (first === undefined) return super.values(state);
    const leader = others.reduce((best, seat) => (total(seat) > total(best) ? seat : best), first);
    const inside = turnInside(state.rules, table, positionOf(state, [mover, leader]));
    if (!inside) return super.values(state);
    const source = { kind: "exact" as const, text: "", games: 0 };
    return new SolvedTurn(state.rules, inside, source, () => []).choices(state);
  }
}

function commandOf(state: State, choice: Choice): Command {
  const seat = state.mover;
  if (choice.keep === null) return { type: choice.action === "bank" ? "Bank" : "Roll", seat };
  return { type: "Keep", seat, dice: lowestDice(state, choice.keep), then: choice.action };
}
