// What one has to see of a position in order to decide. The whole form is in docs/records.md.

import type { Option } from "../net/messages";

export interface Place {
  mover: number;
  totals: number[];
  /** Everybody has one last turn. */
  last: boolean;
  turnTotal: number;
  /** How many dice are to be thrown, and what lies there; empty where nothing was thrown yet. */
  dice: number;
  roll: number[];
}

/** The place that a position tells. */
export function placeOf(position: string): Place {
  const [, , , mover = "m1", phase = "n", seats = "", turn = "t0.0"] = position.split("~");
  const [total = "0", dice = "0", lying = ""] = turn.slice(1).split(".");
  return {
    mover: Number(mover.slice(1)) - 1,
    totals: seats.split("_").map((seat) => Number(seat.split(".")[0])),
    last: phase.startsWith("l"),
    turnTotal: Number(total),
    dice: Number(dice),
    roll: /^[1-6]+$/.test(lying) ? [...lying].map(Number) : [],
  };
}

/** Choices in an order that gives nothing away: fewer dice first, stops before rolls. */
export function unordered(options: readonly Option[]): Option[] {
  const key = (one: Option): string => `${one.keep?.length ?? 0} ${one.keep ?? ""} ${one.action}`;
  return [...options].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
