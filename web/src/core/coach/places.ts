// Moments in which there is something to say, and the reason where there is not.

import type { State } from "../game/state";
import { NothingToSay } from "../players/unsolved";
import { tableOf } from "../rules/ruleset";

/** Refuse moments in which nobody decides anything. */
export function checkMoment(state: State): void {
  const decides = ["roll", "keep", "decide", "farkle", "stop"].includes(state.step);
  if (state.phase === "over" || state.phase === "roll_off" || !decides) {
    throw new NothingToSay("there is nothing to decide at this point of the game");
  }
  if (state.step === "keep" && !tableOf(state.rules).options(state.faces).length) {
    throw new NothingToSay("this roll is a farkle: there is nothing to decide");
  }
  if (!state.cards && state.turn_dice !== state.rules.dice) {
    throw new NothingToSay("the table has changed the number of dice of this turn, which is not solved");
  }
}
