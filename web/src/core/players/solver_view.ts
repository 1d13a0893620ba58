// The position of a game as the solver sees it: the mover first, those who left not at all.

import type { State } from "../game/state";
import { active } from "../game/state";
import { inOrder } from "../game/turns";
import type { Position } from "../odds/solved";

/** The seats that are still in the game, the mover first, in the order of play. */
export function playing(state: State): number[] {
  return inOrder(state, state.phase === "play_off" ? state.contenders : active(state), state.mover);
}

/** The position of the mover against the seats of `order`, which begins with the mover. */
export function positionOf(state: State, order: readonly number[] = playing(state)): Position {
  const { rules } = state;
  const seats = order.flatMap((seat) => state.seats[seat] ?? []);
  const began = inOrder(state, order, state.starter)[0] === state.mover;
  const after = rules.rounds - state.round;
  return {
    totals: seats.map((seat) => seat.total),
    turnTotal: state.turn_total,
    farkles: seats.map((seat) => seat.farkles),
    opened: seats.map((seat) => seat.opened),
    moverBegan: began,
    phase: state.phase === "last" || state.phase === "play_off" ? state.phase : "normal",
    turnsLeft: !rules.rounds ? 0 : order.length === 1 ? after + 1 : 2 * after + (began ? 2 : 1),
  };
}
