// Why a command is not carried out: a code for programs, a sentence for people, the numbers in it.

import { fill, type Values } from "../rules/said";
import type { State } from "./state";

export class Refusal {
  constructor(
    readonly code: string,
    readonly says: string,
    readonly data: Values = {},
  ) {}

  /** The reason in English. */
  get sentence(): string {
    return fill(this.says, this.data);
  }
}

/** There is nothing to bank before the first roll of a turn. */
export const ROLL_FIRST = new Refusal("roll_first", "Roll first: there is nothing to bank.");

/** Why there is nobody to play in a seat, or null. */
export function refuseSeat(state: State, index: number): Refusal | null {
  const seat = Number.isInteger(index) ? state.seats[index] : undefined;
  if (!seat) return new Refusal("no_such_seat", "There is no seat {seat:seat}.", { seat: index });
  return seat.gone ? new Refusal("seat_gone", "Seat {seat:seat} has left the game.", { seat: index }) : null;
}
