// Random and err: bots that leave something to chance. In the page nobody plays their games again, so the lot is
// simply drawn; whoever wants the same game twice brings a lot of their own.

import { turnChoices } from "../game/choices";
import type { Command } from "../game/commands";
import type { State } from "../game/state";
import { tableOf } from "../odds/shelf";
import { Champion } from "./exact_bots";
import type { Bot } from "./plan";
import type { Choice } from "./solved_turns";

/** A number from 0 up to 1. */
export type Lot = () => number;

/** Any legal move, each as likely as the next. */
export class RandomBot implements Bot {
  constructor(readonly lot: Lot = Math.random) {}

  choose(state: State): Command {
    const choices = turnChoices(state);
    const [first] = choices;
    if (!first) throw new RangeError("there is nothing to decide");
    return choices[Math.floor(this.lot() * choices.length)] ?? first;
  }
}

/**
 * Allows itself at every decision a loss drawn evenly from nothing to twice the amount, in hundredths of a win, and
 * takes the worst choice that loses no more. Without the table of the sheet nobody knows what a choice costs in wins:
 * it then plays as the champion does.
 */
export class ErringBot extends Champion {
  constructor(
    readonly amount: number,
    readonly lot: Lot = Math.random,
  ) {
    super();
  }

  override values(state: State): Choice[] {
    const choices = super.values(state);
    const [best] = choices;
    if (!best || !tableOf(state.rules)) return choices;
    const allowed = ((2 * this.amount) / 100) * this.lot();
    let worst = best;
    for (const choice of choices) {
      if (best.worth.value - choice.worth.value <= allowed && choice.worth.value < worst.worth.value) worst = choice;
    }
    return [worst, ...choices.filter((choice) => choice !== worst)];
  }
}
