// What may be done now: the legal commands of the mover, and keeps as a person names them, by face.

import { pack } from "../rules/combinations";
import { tableOf } from "../rules/ruleset";
import type { Command, CommandOf, Then } from "./commands";
import { cardPlays, chooseSome, holdsCardFor } from "./playing_cards";
import { weightsOf, type State } from "./state";
import { can } from "./verifying";

/** Every legal move of the mover, one step at a time, cards last; empty while dice are awaited. */
export function legal(state: State): Command[] {
  const seat = state.mover;
  switch (state.step) {
    case "roll":
      return [{ type: "Roll", seat }, ...(state.offer ? [{ type: "TakeOver" as const, seat }] : []), ...cardPlays(state)];
    case "keep":
      return [...keeps(state), ...cardPlays(state)];
    case "decide": {
      const bank: Command = { type: "Bank", seat };
      return [{ type: "Roll", seat }, ...(can(state, bank) ? [bank] : []), ...cardPlays(state)];
    }
    case "farkle":
    case "stop":
      return [{ type: "PassWindow", seat }, ...cardPlays(state)];
    default:
      return [];
  }
}

/** Every keep of the roll on the table; of equal dice the lowest numbers, unless dice are weighted. */
export function keeps(state: State, then: Then = ""): CommandOf<"Keep">[] {
  const options = tableOf(state.rules).options(state.faces);
  const keep = (dice: number[]): CommandOf<"Keep"> => ({ type: "Keep", seat: state.mover, dice, then });
  if (!weightsOf(state).length) return options.map((option) => keep(lowestDice(state, option.keep)));
  const found: CommandOf<"Keep">[] = [];
  for (const option of options) {
    for (const chosen of chooseSome([...state.faces.keys()], option.keep.length)) {
      if (pack(chosen.map((place) => state.faces[place] ?? 1)) === option.packed) {
        found.push(keep(chosen.map((place) => state.hand[place] ?? 0)));
      }
    }
  }
  return found;
}

/** The lowest-numbered dice on the table that show these faces; dice that are not there are left out. */
export function lowestDice(state: State, faces: string): number[] {
  const wanted = [...faces];
  const dice: number[] = [];
  state.faces.forEach((face, index) => {
    const place = wanted.indexOf(String(face));
    const die = state.hand[index];
    if (place < 0 || die === undefined) return;
    wanted.splice(place, 1);
    dice.push(die);
  });
  return dice;
}

/** Every whole decision of the mover: a keep comes with what follows it, roll or bank. */
export function turnChoices(state: State): Command[] {
  if (state.step !== "keep") return legal(state);
  const rolls = keeps(state, "roll");
  const banks = rolls.map((keep): Command => ({ ...keep, then: "bank" })).filter((bank) => can(state, bank));
  const whole: Command[] = [...rolls, ...banks];
  if (!state.cards || state.cards.played) return whole;
  return [...whole, ...(holdsCardFor(state, "after_keep") ? keeps(state) : []), ...cardPlays(state)];
}
