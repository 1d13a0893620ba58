// What has happened: small facts in the past tense. A game is the fold of its events. The names are those of the
// messages between page and server.

export type Event =
  /** Dice are to be thrown; (turn, roll, throw) is the label they are drawn under. */
  | { type: "RollAsked"; seat: number; turn: number; roll: number; throw: number; dice: number[] }
  | { type: "DiceRolled"; seat: number; dice: number[]; faces: number[] }
  | { type: "DiceKept"; seat: number; dice: number[]; faces: number[]; points: number }
  | { type: "Banked"; seat: number; points: number }
  /** Points that went beyond the target are recorded for the player with the lowest total (welfare). */
  | { type: "Gifted"; seat: number; points: number }
  /** Somebody landed exactly on the total of a seat, which has another one now. */
  | { type: "Bumped"; seat: number; total: number }
  | { type: "TookOver"; seat: number; points: number; dice: number[] }
  /** A roll put its player out of the game. */
  | { type: "KnockedOut"; seat: number }
  | { type: "Farkled"; seat: number; lost: number; penalty: number }
  | { type: "TurnEntered"; seat: number; points: number | null; ruling: boolean }
  | { type: "TurnTimedOut"; seat: number }
  | { type: "Resigned"; seat: number }
  | { type: "Corrected"; seat: number; total: number; opened: boolean; farkles: number }
  | { type: "AdviceUsed"; seat: number }
  | { type: "RollOffTied"; seats: number[] }
  | { type: "FirstPlayerSet"; seat: number }
  | { type: "TurnBegan"; seat: number; round: number; turn: number }
  | { type: "LastTurnsBegan"; trigger: number }
  | { type: "PlayOffBegan"; seats: number[] }
  | { type: "GameEnded"; winners: number[]; reason: string }
  | { type: "SeatTaken"; total: number; opened: boolean }
  | { type: "Adjusted"; changes: [number, number][] }
  | { type: "DiceSet"; seat: number; dice: number }
  | { type: "GoalMoved"; goal: number }
  | { type: "BonusCounted"; points: number[] }
  | { type: "Remarked"; text: string; seat: number; turns: number }
  | { type: "RemarkLifted"; number: number }
  /** The mover holds a card for this moment and is asked: `window` is on_farkle or on_stop. */
  | { type: "WindowOpened"; seat: number; window: string }
  | { type: "WindowPassed"; seat: number }
  /** A card left a hand; `stopped_by` is a card of the target that made it do nothing: both are spent. */
  | { type: "CardPlayed"; seat: number; card: string; target: number; dice: number[]; stopped_by: string }
  | { type: "DiceTurned"; seat: number; dice: number[]; faces: number[] }
  | { type: "TurnPointsAdded"; seat: number; card: string; points: number }
  /** A card took recorded points from a seat (-1: from nobody) and gave points to a seat (-1: to nobody). */
  | { type: "PointsMoved"; card: string; source: number; taker: number; points: number }
  | { type: "CardEnded"; owner: number; card: string }
  | { type: "GoldCounted"; gold: number[] };

export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;
