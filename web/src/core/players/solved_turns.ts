// One turn as the solver sees it: what every stop, every roll and a farkle are worth, to every seat.

import { diceToRoll, type State } from "../game/state";
import type { TurnValues } from "../odds/lanes";
import { tableOf, type Ruleset } from "../rules/ruleset";

/** What values count: chances to win, or points. */
export type Unit = "win" | "points";

/** Where numbers come from: solved, or exact for this turn only, the score not weighed; `dice`: nor cards in hand. */
export interface Source {
  kind: "exact" | "turn" | "dice";
  text: string;
  games: number;
}

/** What an end of a decision is worth to the mover and to every seat, with the mean points of the turn. */
export interface Worth {
  value: number;
  points: number;
  seats: number[];
}

/** One choice of the mover: what is set aside, what follows, what it is worth. */
export interface Choice {
  action: "roll" | "bank";
  keep: string | null;
  worth: Worth;
  total: number;
  dice: number | null;
}

/** Where values come from. `alone` says that each turn is judged by itself, in points. */
export interface Values {
  source: Source;
  unit: Unit;
  alone: boolean;
  turn(state: State): SolvedTurn;
  /** What a game that is over was worth to every seat. */
  ended(state: State): number[];
}

/** A turn whose inside is solved; `everybody` says what a value of the mover means to all seats. */
export class SolvedTurn {
  constructor(
    readonly rules: Ruleset,
    readonly inside: TurnValues,
    readonly source: Source,
    readonly everybody: (value: number) => number[],
  ) {}

  #worth([value, points]: readonly [number, number]): Worth {
    return { value, points, seats: this.everybody(value) };
  }

  rolling(total: number, dice: number): Worth {
    return this.#worth(this.inside.rolling(total, dice));
  }

  /** The worth of a stop, null where it is against the rules. */
  stopping(total: number, hot: boolean): Worth | null {
    const found = this.inside.stopping(total, hot);
    return found && this.#worth(found);
  }

  /** The worth of a farkle. */
  lost(): Worth {
    return this.#worth(this.inside.farkle);
  }

  /** The worth of a moment in which the dice are in the air, or must be rolled. */
  waiting(state: State): Worth {
    return this.rolling(state.turn_total, diceToRoll(state).length);
  }

  /** Every choice of the mover, best first. */
  choices(state: State): Choice[] {
    const found: Choice[] = [];
    const add = (keep: string | null, total: number, left: number): void => {
      const dice = left || this.rules.dice;
      found.push({ action: "roll", keep, worth: this.rolling(total, dice), total, dice });
      const stop = total && !state.cards?.must_roll ? this.stopping(total, !left) : null;
      if (stop) found.push({ action: "bank", keep, worth: stop, total, dice: null });
    };
    if (state.step === "keep") {
      for (const option of tableOf(this.rules).options(state.faces)) {
        add(option.keep, state.turn_total + option.points, option.dice_left);
      }
    } else if (state.step === "decide") {
      add(null, state.turn_total, state.hand.length && diceToRoll(state).length);
    } else {
      const dice = diceToRoll(state).length;
      found.push({ action: "roll", keep: null, worth: this.waiting(state), total: state.turn_total, dice });
    }
    return found.sort(better);
  }
}

/** The best first; of equal ones a stop before a roll, more points before fewer. */
function better(a: Choice, b: Choice): number {
  const [first, second] = [a.keep ?? "", b.keep ?? ""];
  return (
    b.worth.value - a.worth.value ||
    (a.action < b.action ? -1 : a.action > b.action ? 1 : 0) ||
    b.total - a.total ||
    (first < second ? -1 : first > second ? 1 : 0)
  );
}
