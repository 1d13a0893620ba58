// A Munchkin Dice table as a seat sees it. Hidden cards read "?".

import type { Account, MunchkinSeat } from "../net/messages";

export interface Task {
  type: string;
  seat?: number;
  asked?: number[];
}

export interface MunchkinState {
  seats: MunchkinSeat[];
  phase: "setup" | "before_door" | "after_door" | "fight" | "flight" | "end" | "over";
  mover: number;
  turn: number;
  doors: string[];
  treasures: string[];
  door_discard: string[];
  treasure_discard: string[];
  agenda: Task[];
  roll: { seat: number; face: number; turned_by: number } | null;
  fight: {
    seat: number;
    monsters: string[];
    helper: number;
    share: number;
    heroes_used: string[];
    monsters_used: string[];
    claimed: boolean;
  } | null;
  body: string[];
  winners: number[];
  reason: string;
}

/** A move as the referee lists it; which fields there are depends on its type. */
export interface Move {
  type: string;
  seat: number;
  card?: string;
  cards?: string[];
  face?: number;
  target?: number;
  other?: number;
  own?: string;
  theirs?: string;
  source?: string;
  side?: string;
  monster?: string;
  helper?: number;
  treasures?: number;
  yes?: boolean;
  to?: number;
}

export interface MunchkinView {
  seat: number | null;
  rules: string;
  state: MunchkinState;
  legal: Move[];
  /** The sum of the fight that is on. */
  account?: Account | null;
}

export interface MunchkinEvent {
  type: string;
  seat?: number;
  turn?: number;
  pile?: string;
  card?: string;
  monster?: string;
  face?: number;
  levels?: number;
  helper?: number;
  treasures?: number;
  other?: number;
  by?: number;
  yes?: boolean;
  escaped?: boolean;
  winners?: number[];
  own?: string;
  theirs?: string;
  cards?: string[];
  to?: number;
  amount?: number;
  why?: string;
  side?: string;
}
