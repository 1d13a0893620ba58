// Advice on any moment of a game: every choice ranked, one sentence of reason, where the numbers are from.

import { PositionError, printPosition } from "../game/positions";
import { newGame, type State } from "../game/state";
import { playing } from "../players/solver_view";
import { NothingToSay } from "../players/unsolved";
import { rulesHash } from "../rules/canonical";
import { forATable } from "../rules/loading";
import { allowsSeats, seatsAllowed, type Ruleset } from "../rules/ruleset";
import { english, said, type Said } from "../rules/said";
import type { Advice, Option, Unit } from "./forms";
import { checkMoment } from "./places";
import { danger, reason, what } from "./reasons";
import { EQUAL, whole } from "./scales";
import { diceAlone, valuesFor } from "../players/values";
import type { Choice, Values } from "../players/solved_turns";

/** Every choice of the mover, best first; NothingToSay where there is nothing to decide or to know. */
export function adviseOn(state: State, unit: Unit | null = null): Advice {
  checkMoment(state);
  const values = state.cards ? diceOf(state) : valuesFor(state, unit);
  const view = values.turn(state);
  const choices = view.choices(state);
  const scale = whole(forATable(state.rules), values.unit);
  const why = reasonFor(state, choices, values.unit, scale);
  return {
    rules: state.rules.name,
    title: state.rules.title,
    hash: rulesHash(state.rules),
    position: positionText(state),
    seat: state.mover,
    unit: values.unit,
    exact: view.source.kind === "exact",
    source: view.source,
    forced: choices.length === 1,
    reason: english(why),
    why,
    options: choices.map((choice) => optionOf(state, choice, bestOf(choices), values.unit, scale)),
    order: playing(state),
  };
}

/** In a game with cards the dice are judged, and whether to play a card is not. */
function diceOf(state: State): Values {
  if (state.step === "farkle" || state.step === "stop") {
    throw new NothingToSay("whether to play a card is judged by a server's coach, not by this page alone");
  }
  return diceAlone(state);
}

/** Work out beforehand what all advice on a sheet needs: nobody waits for it then. */
export function prepare(rules: Ruleset): void {
  const [fewest] = seatsAllowed(rules);
  const faces = Array.from({ length: rules.dice }, (_, index) => index + 1);
  for (const players of new Set([fewest, allowsSeats(rules, fewest + 1) ? fewest + 1 : fewest])) {
    const state = newGame(rules, players, { first: 0 });
    try {
      adviseOn({ ...state, step: "keep", faces: faces.map((die) => ((die - 1) % 2) * 4 + 1) });
    } catch (error) {
      if (!(error instanceof NothingToSay)) throw error;
    }
  }
}

/** The first of choices that stand best first; there is always one. */
export function bestOf(choices: readonly Choice[]): Choice {
  const [best] = choices;
  if (!best) throw new RangeError("a moment without choices");
  return best;
}

/** Why the first of these choices is best, or which ones are equal. */
export function reasonFor(state: State, choices: readonly Choice[], unit: Unit, scale: number): Said {
  const best = bestOf(choices);
  const rival = rivalOf(choices, scale);
  if (rival && best.worth.value - rival.worth.value <= EQUAL * scale) {
    return said("Equal to within 0.1 %: {best}, or {rival}.", { best: what(best), rival: what(rival) });
  }
  return reason(state, best, rival, unit);
}

/** The position as one line, empty where there is none. */
export function positionText(state: State): string {
  try {
    return printPosition(state);
  } catch (error) {
    if (error instanceof PositionError) return "";
    throw error;
  }
}

/** What the best choice is compared with: the best that does something else and is not equal to it. */
function rivalOf(choices: readonly Choice[], scale: number): Choice | null {
  const best = bestOf(choices);
  let others = choices.slice(1).filter((choice) => best.worth.value - choice.worth.value > EQUAL * scale);
  if (!others.length) return choices[1] ?? null;
  // Fewer points with the same dice are nobody's question, unless there is no other.
  const different = others.filter((choice) => choice.action !== best.action || choice.dice !== best.dice);
  if (different.length) others = different;
  const across = others.find((choice) => choice.action !== best.action);
  const first = bestOf(others);
  // The other half of the question, stop or roll, matters more than a slightly different keep.
  return across && across.worth.value >= first.worth.value - 0.02 * scale ? across : first;
}

/** A choice as it is told. */
export function optionOf(state: State, choice: Choice, best: Choice, unit: Unit, scale: number): Option {
  const { value, points, seats } = choice.worth;
  const loss = Math.max(0, best.worth.value - value);
  const rolls = choice.action === "roll";
  return {
    action: choice.action,
    keep: choice.keep,
    value,
    win: unit === "win" ? value : null,
    expected: points,
    loss,
    equal: loss <= EQUAL * scale,
    total: choice.total,
    dice: rolls ? choice.dice : null,
    farkle: rolls && choice.dice ? danger(state.rules, choice.dice) : null,
    low: null,
    high: null,
    card: null,
    target: null,
    with_dice: null,
    shares: unit === "win" ? playing(state).map((seat) => seats[seat] ?? 0) : null,
  };
}
