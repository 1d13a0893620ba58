// What the referee says of the moves that a mover has: what a bank would record, or why it is refused. Views carry
// it, so that no screen works it out a second time.

import type { Said } from "../rules/said";
import { tableOf } from "../rules/ruleset";
import type { Option } from "../rules/scoring";
import { stoppingTotal } from "./lasting";
import { diceToRoll, isHot, moverOf, type State } from "./state";
import { recordedPoints, verify } from "./verifying";

/** A bank: the turn with what cards in play add, what is recorded, the total then; where it is refused, why. */
export interface BankOffer {
  turn_total: number;
  records: number;
  total: number;
  code: string;
  why: Said | null;
}

/** A keep by its faces, lowest first: its points, and what comes after it. */
export interface KeepOffer {
  faces: string;
  points: number;
  rolls: number;
  hot: boolean;
  bank: BankOffer;
}

/** What a bank of the mover would do now; null where nobody plays a turn. */
export function bankOffer(state: State): BankOffer | null {
  if (state.phase === "over" || state.phase === "roll_off") return null;
  const turnTotal = stoppingTotal(state, state.turn_total);
  const records = recordedPoints(state, turnTotal);
  const refusal = verify(state, { type: "Bank", seat: state.mover });
  return {
    turn_total: turnTotal,
    records,
    total: moverOf(state).total + records,
    code: refusal?.code ?? "",
    why: refusal && { says: refusal.says, values: refusal.data },
  };
}

/** Every keep of the roll on the table, with what a bank or a roll after it would do. */
export function keepOffers(state: State): KeepOffer[] {
  if (state.step !== "keep") return [];
  return tableOf(state.rules).options(state.faces).flatMap((option) => offerAfter(state, option) ?? []);
}

function offerAfter(state: State, option: Option): KeepOffer | null {
  const after: State = {
    ...state,
    step: "decide",
    hand: state.hand.slice(option.keep.length), // which of them is all the same for what is asked here
    faces: [],
    turn_total: state.turn_total + option.points,
  };
  const bank = bankOffer(after);
  return bank && { faces: option.keep, points: option.points, rolls: diceToRoll(after).length, hot: isHot(after), bank };
}
