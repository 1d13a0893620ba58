// What if: another choice or other dice at any moment, and what the game is worth then.

import type { Command } from "../game/commands";
import { lowestDice } from "../game/choices";
import { play } from "../game/referee";
import { Refusal } from "../game/refusals";
import { diceToRoll, inTheAir, totals, type State } from "../game/state";
import { rulesHash } from "../rules/canonical";
import { adviseOn, bestOf, positionText } from "./advising";
import type { Moment, Option, Unit } from "./forms";
import { NothingToSay } from "../players/unsolved";
import { diceAlone, valuesFor, winnersShare } from "../players/values";

/** That cannot be done at this moment, with the reason. */
export class NoSuchStep extends Error {}

/** A choice, named as an option of an advice names it. */
export type Pick = { action: Option["action"]; keep?: string | null };

/** A moment with what it is worth and, where somebody decides, every choice. */
export function momentOf(state: State, unit: Unit | null = null, farkle = false): Moment {
  const { rules } = state;
  const over = state.phase === "over";
  const waits = over ? "nothing" : state.step === "wait" ? "dice" : "choice";
  const moment: Moment = {
    position: positionText(state),
    rules: rules.name,
    title: rules.title,
    hash: rulesHash(rules),
    waits,
    seat: state.mover,
    round: state.round,
    phase: state.phase === "roll_off" ? "normal" : state.phase,
    totals: totals(state),
    turn_total: state.turn_total,
    dice: over ? 0 : state.faces.length || diceToRoll(state).length,
    roll: state.step === "wait" ? "" : state.faces.join(""),
    unit: unit ?? "win",
    source: null,
    alone: false,
    values: [],
    note: "",
    farkle,
    winners: [...state.winners],
    advice: null,
    noted: null,
  };
  if (over) return { ...moment, values: moment.unit === "win" ? winnersShare(state) : totals(state) };
  try {
    if (unit === "points" && state.phase === "play_off") {
      throw new NothingToSay("a play-off is for the win, and brings no points");
    }
    const values = state.cards ? diceAlone(state) : valuesFor(state, unit);
    moment.unit = values.unit;
    moment.alone = values.alone;
    if (waits === "dice") {
      if (!state.cards && state.turn_dice !== rules.dice) {
        throw new NothingToSay("the table has changed the number of dice of this turn");
      }
      const view = values.turn(state);
      return { ...moment, source: view.source, values: view.waiting(state).seats };
    }
    const advice = adviseOn(state, unit); // says where there is nothing to decide
    const view = values.turn(state);
    const { seats } = bestOf(view.choices(state)).worth;
    return { ...moment, source: view.source, values: seats, advice };
  } catch (error) {
    if (error instanceof NothingToSay) return { ...moment, note: error.message, noted: error.said };
    throw error;
  }
}

function played(state: State, command: Command): State {
  const result = play(state, command);
  if (result instanceof Refusal) throw new NoSuchStep(result.sentence);
  return result.state;
}

/** The moment after a choice; where it rolls, the dice are in the air then. */
function withChoice(state: State, pick: Pick): State {
  const seat = state.mover;
  if (pick.action !== "roll" && pick.action !== "bank") throw new NoSuchStep("That card cannot be played here.");
  if (!pick.keep) return played(state, { type: pick.action === "bank" ? "Bank" : "Roll", seat });
  const dice = lowestDice(state, pick.keep);
  if (dice.length !== pick.keep.length) {
    throw new NoSuchStep(`${[...pick.keep].join(" ")} is not in the roll ${state.faces.join(" ") || "nothing"}.`);
  }
  return played(state, { type: "Keep", seat, dice, then: pick.action });
}

/** The moment after these dice fell, and whether they were a farkle; a roll on the table is lifted for them. */
function withDice(before: State, faces: string): { state: State; farkle: boolean } {
  if (!/^[1-6]+$/.test(faces)) throw new NoSuchStep("Dice show faces from 1 to 6.");
  let state = before;
  if (state.step === "keep" || state.step === "farkle") state = { ...state, step: "wait", faces: [] };
  else if (state.step === "roll" || state.step === "decide") state = played(state, { type: "Roll", seat: state.mover });
  if (state.step !== "wait") throw new NoSuchStep("No dice can fall at this moment.");
  const count = inTheAir(state).length;
  if (faces.length !== count) throw new NoSuchStep(`${count} dice fall here, not ${faces.length}.`);
  const result = play(state, { type: "Throw", faces: [...faces].map(Number) });
  if (result instanceof Refusal) throw new NoSuchStep(result.sentence);
  return { state: result.state, farkle: result.events.some((event) => event.type === "Farkled") };
}

/** The moment that a choice, then dice, lead to; the moment itself where neither is said. */
export function whatIf(state: State, wish: { choice?: Pick | null; dice?: string; unit?: Unit | null }): Moment {
  const chosen = wish.choice ? withChoice(state, wish.choice) : state;
  if (!wish.dice) return momentOf(chosen, wish.unit ?? null);
  const fallen = withDice(chosen, wish.dice);
  return momentOf(fallen.state, wish.unit ?? null, fallen.farkle);
}
