// A Munchkin Dice table as a seat sees it. Hidden cards read "?".

export interface MunchkinSeat {
  sex: "woman" | "man";
  level: number;
  penalty: number;
  hand: string[];
  play: string[];
  dead: boolean;
}

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

/** What counts on one side of a fight: a card by its id, "level" or "penalty"; `seat` is -1 for the monsters. */
export interface AccountLine {
  what: string;
  points: number;
  seat: number;
}

export interface Account {
  heroes: AccountLine[];
  monsters: AccountLine[];
  heroes_win: boolean;
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
}
