// The story of a game, folded from its events: the score sheet turn by turn, and the rows of the turn at hand.

import type { GameEvent } from "../net/messages";

export interface TurnLine {
  seat: number;
  round: number;
  /** What went onto the sheet; null for a farkle. */
  points: number | null;
  penalty: number;
  lost: number;
  /** "bank", "farkle", "late" where time ran out, "told" where only the result was told. */
  how: "bank" | "farkle" | "late" | "told";
}

export interface Row {
  dice: number[];
  faces: number[];
  points: number;
  /** All dice had scored and were taken up again; a whole hand is one row then. */
  hot?: boolean;
}

export interface Story {
  turns: TurnLine[];
  /** What was set aside in this turn, a row for each roll. */
  rows: Row[];
  /** Hands that hot dice swept back into the cup. */
  swept: Row[];
  seat: number;
  round: number;
  /** Dice that were thrown to find who begins, by seat. */
  rollOff: Record<number, number>;
  /** The clock has just ended the turn; a bank that follows belongs to it. */
  late: boolean;
  /** The gold of unplayed cards by seat, when it was counted. */
  gold: number[];
  events: number;
}

/** Rows of dice that are taken up again, as the one hand that they were. */
export function swept(rows: readonly Row[]): Row {
  return {
    dice: rows.flatMap((row) => row.dice),
    faces: rows.flatMap((row) => row.faces),
    points: rows.reduce((sum, row) => sum + row.points, 0),
    hot: true,
  };
}

export function newStory(): Story {
  return { turns: [], rows: [], swept: [], seat: 0, round: 1, rollOff: {}, late: false, gold: [], events: 0 };
}

/** The story with one more event. */
export function tell(story: Story, event: GameEvent): Story {
  const next = { ...story, events: story.events + 1 };
  const end = (line: Partial<TurnLine> & Pick<TurnLine, "how" | "seat">): Story => ({
    ...next,
    rows: [],
    swept: [],
    turns: [...story.turns, { round: story.round, points: null, penalty: 0, lost: 0, ...line }],
  });
  switch (event.type) {
    case "TurnBegan":
      return { ...next, seat: event.seat, round: event.round, rows: [], swept: [], late: false };
    case "FirstPlayerSet":
      return { ...next, seat: event.seat };
    case "RollAsked":
      // A throw of every die while rows lie there: they were swept back.
      return story.rows.length && event.dice.some((die) => story.rows.some((row) => row.dice.includes(die)))
        ? { ...next, swept: [...story.swept, swept(story.rows)], rows: [] }
        : next;
    case "DiceRolled":
      return event.dice.length === 1 && story.turns.length === 0 && !story.rows.length
        ? { ...next, rollOff: { ...story.rollOff, [event.seat]: event.faces[0] ?? 0 } }
        : next;
    case "DiceKept":
      return { ...next, rows: [...story.rows, { dice: event.dice, faces: event.faces, points: event.points }] };
    case "Banked": {
      const last = story.turns.at(-1);
      if (story.late && last) {
        return { ...next, late: false, turns: [...story.turns.slice(0, -1), { ...last, points: event.points }] };
      }
      return end({ seat: event.seat, points: event.points, how: "bank" });
    }
    case "Farkled":
      return end({ seat: event.seat, penalty: event.penalty, lost: event.lost, how: "farkle" });
    case "GoldCounted":
      return { ...next, gold: event.gold };
    case "TurnTimedOut":
      return { ...end({ seat: event.seat, points: 0, how: "late" }), late: true };
    case "TurnEntered":
      return end({ seat: event.seat, points: event.points, how: event.points === null ? "farkle" : "told" });
    default:
      return next;
  }
}

/** Lines as a score sheet shows them: which turn opened a seat's account is told by what came before it. */
export function markOpenings(turns: readonly TurnLine[], seats: number, opening: boolean, late: string): (TurnLine & { opens: boolean; mark: string })[] {
  const totals = Array.from({ length: seats }, () => 0);
  return turns.map((turn) => {
    const before = totals[turn.seat] ?? 0;
    totals[turn.seat] = before + (turn.points ?? 0) - turn.penalty;
    return { ...turn, opens: opening && before === 0 && (turn.points ?? 0) > 0, mark: turn.how === "late" ? late : "" };
  });
}
