// What somebody may ask of the referee. Seats and dice are numbered: seats from 0, dice from 1. The names are those
// of the messages between page and server.

export type Then = "" | "roll" | "bank";

export type Command =
  /** The mover asks for dice: all in a new turn or after hot dice, else those not set aside. */
  | { type: "Roll"; seat: number }
  /** The dice that were asked for have fallen: one face for each die, in the order asked. */
  | { type: "Throw"; faces: number[] }
  /** The mover sets dice aside, by number; `then` rolls or banks in the same breath, both or neither. */
  | { type: "Keep"; seat: number; dice: number[]; then?: Then }
  | { type: "Bank"; seat: number }
  /** The mover goes on with the dice and points that the player before has left (piggyback). */
  | { type: "TakeOver"; seat: number }
  /** A whole turn played at a real table: its points, or null for a farkle; `ruling`: the table insists. */
  | { type: "EnterTurn"; seat: number; points: number | null; ruling?: boolean }
  | { type: "TimeOut"; seat: number }
  | { type: "Resign"; seat: number }
  | { type: "Correct"; seat: number; total: number; opened: boolean; farkles: number }
  | { type: "UseAdvice"; seat: number }
  | { type: "TakeSeat"; total?: number; opened?: boolean }
  | { type: "Adjust"; changes: [number, number][] }
  | { type: "SetDice"; seat: number; dice: number }
  | { type: "PlayOn"; goal: number }
  | { type: "CountBonus"; points: number[] }
  | { type: "MakeRemark"; text: string; seat?: number; turns?: number }
  | { type: "LiftRemark"; number: number }
  | { type: "PlayCard"; seat: number; card: string; target?: number; dice?: number[] }
  | { type: "PassWindow"; seat: number };

export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;
