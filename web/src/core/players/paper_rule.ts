// The rule on the strategy card: what to spare, when to stop, and how the scores shift that; whole numbers, so that
// Python comes to the same. The numbers are written by `python -m scripts.page_sheets`.

import { lowestDice } from "../game/choices";
import type { Command } from "../game/commands";
import { active, diceToRoll, moverOf, type State } from "../game/state";
import { can } from "../game/verifying";
import { rulesHash } from "../rules/canonical";
import { stepOf, tableOf, type Ruleset } from "../rules/ruleset";
import type { Option } from "../rules/scoring";
import { takesOver, totalToWin } from "./keeping";
import data from "./paper_rules.json";

/** The numbers of a rule, by dice left from one up; null in `stops` is never. `wins` is its share against the champion. */
export interface PaperRule {
  stops: (number | null)[];
  worths: number[];
  /** Added to what either player misses before the two are compared; below zero they are not. */
  ease: number;
  /** Once the other misses so much or less, only a win counts. */
  near: number;
  /** What one is to be ahead by to call the last turn as soon as the target is met; null: as ever. */
  lead: number | null;
  /** Dice in hand are worth the less the nearer the total comes to where one stops with them. */
  fade: boolean;
  wins: number;
}

const HASH = 12;
const TIE = 1e-12;
const FIRST = 1e-6;
const WON = 1e6;

/** The front and the back of the card of this very sheet; null where none were looked for. */
export function cardRules(rules: Ruleset): [PaperRule, PaperRule] | null {
  const found = (data as unknown as Record<string, [PaperRule, PaperRule]>)[rulesHash(rules).slice(0, HASH)];
  return found ?? null;
}

/** A rule as it holds for the one who moves. */
export class Standing {
  readonly #lead: number;
  readonly #mine: number;
  readonly #theirs: number;
  readonly #least: number;
  readonly #need: number | null;
  readonly #half: boolean;

  constructor(
    readonly rule: PaperRule,
    state: State,
  ) {
    const { rules } = state;
    const seat = moverOf(state);
    const reach = firstToReach(rules);
    const rivals = active(state).filter((other) => other !== state.mover).map((other) => state.seats[other]?.total ?? 0);
    this.#mine = reach - seat.total;
    this.#theirs = reach - (rivals.length ? Math.max(...rivals) : 0);
    this.#lead = rules.last_chance === "none" ? -Infinity : (rule.lead ?? Infinity);
    this.#least = seat.opened ? rules.minimum : Math.max(rules.minimum, rules.opening);
    const goal = totalToWin(state);
    this.#need = goal === null ? null : goal - seat.total;
    this.#half = rules.ties === "shared";
  }

  /** How a choice is liked that leads to a turn total with so many dice to roll. */
  liking(total: number, dice: number): number {
    const { stops, worths, ease, fade } = this.rule;
    let worth = worths[dice - 1] ?? 0;
    if (this.#need !== null) {
      if (total < this.#need) return total + worth;
      return total + (this.#half && total === this.#need ? WON / 2 : WON);
    }
    if (this.#wins(total)) return total + WON;
    if (this.stops(total, dice)) return total + FIRST;
    const stop = stops[dice - 1] ?? null;
    if (fade && stop !== null) {
      const rival = ease >= 0 ? this.#theirs + ease : 1;
      const whole = Math.max(ease >= 0 ? stop * (this.#mine + ease) : stop, this.#least * rival);
      worth = Math.max(0, (worth * (whole - total * rival)) / Math.max(whole, 1));
    }
    return total + worth;
  }

  #wins(total: number): boolean {
    return total >= this.#mine && total - this.#mine + this.#theirs >= this.#lead;
  }

  /** Whether to stop: on a last turn ahead always, level with one die, which mostly farkles. */
  stops(total: number, dice: number): boolean {
    if (this.#need !== null) return total >= this.#need && !(this.#half && total === this.#need && dice > 1);
    if (this.#wins(total)) return true;
    const { stops, ease, near } = this.rule;
    if ((this.#theirs <= near && total < this.#mine) || total < this.#least) return false;
    const stop = stops[dice - 1] ?? null;
    if (stop === null) return false;
    return ease < 0 ? total >= stop : total * (this.#theirs + ease) >= stop * (this.#mine + ease);
  }

  /** The lowest total at which to stop with so many dice to roll; null: never. */
  stopTotal(dice: number): number | null {
    if (this.#need !== null) return this.#need;
    const { stops, ease, near } = this.rule;
    const stop = stops[dice - 1] ?? null;
    let found = Math.max(this.#mine, this.#lead + this.#mine - this.#theirs);
    if (stop !== null && this.#theirs > near) {
      const shifted = ease < 0 ? stop : Math.ceil((stop * (this.#mine + ease)) / (this.#theirs + ease));
      found = Math.min(found, Math.max(this.#least, shifted));
    }
    return found === Infinity ? null : found;
  }
}

/** The next command of somebody who follows a rule; on a last turn it gives way to the total that wins. */
export function followRule(rule: PaperRule, state: State): Command {
  const seat = state.mover;
  if (state.step === "farkle" || state.step === "stop") return { type: "PassWindow", seat };
  if (state.step !== "keep" && state.step !== "decide") return { type: takesOver(state) ? "TakeOver" : "Roll", seat };
  const here = new Standing(rule, state);
  if (state.step === "keep") {
    let best: Option | undefined;
    let liked = 0;
    for (const option of tableOf(state.rules).options(state.faces)) {
      const found = here.liking(state.turn_total + option.points, option.dice_left || state.turn_dice);
      if (!best || found > liked + TIE) [best, liked] = [option, found];
    }
    return { type: "Keep", seat, dice: lowestDice(state, best?.keep ?? ""), then: "" };
  }
  const bank: Command = { type: "Bank", seat };
  return here.stops(state.turn_total, diceToRoll(state).length) && can(state, bank) ? bank : { type: "Roll", seat };
}

/** The first total that meets the target. */
function firstToReach(rules: Ruleset): number {
  const step = stepOf(rules);
  const total = Math.ceil(rules.target / step) * step;
  return rules.reach === "more_than" && total === rules.target ? total + step : total;
}
