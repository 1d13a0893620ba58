// A finished game as pictures, one for each thing that happened: what lies on the table, and what everybody has.

import type { CompiledRules, GameEvent } from "../net/messages";
import type { Die } from "./choosing";
import { newStory, tell, type Row, type TurnLine } from "./story";

export interface Frame {
  event: GameEvent | null;
  /** How many events of the game have happened by now. */
  step: number;
  mover: number;
  round: number;
  loose: Die[];
  rows: Row[];
  turnTotal: number;
  totals: number[];
  /** How many turns are finished by now. */
  finished: number;
  /** Which roll of the game this is, counted from 0; null where no dice fell. */
  roll: number | null;
}

export interface Film {
  frames: Frame[];
  turns: TurnLine[];
}

/** Points that everybody begins with, in the order of play. */
export function beginning(rules: CompiledRules, seats: number, first: number): number[] {
  return Array.from({ length: seats }, (_, seat) => rules.compensation[(seat - first + seats) % seats] ?? 0);
}

const SHOWN = new Set<GameEvent["type"]>([
  "DiceRolled", "DiceKept", "DiceTurned", "Banked", "Farkled", "TurnEntered", "TurnTimedOut", "Resigned", "RollOffTied",
  "FirstPlayerSet", "LastTurnsBegan", "PlayOffBegan", "GameEnded", "CardPlayed", "CardEnded", "PointsMoved",
  "TurnPointsAdded", "GoldCounted", "BonusCounted", "Adjusted", "Corrected",
]); // prettier-ignore

/** The pictures of a game; the first is the table before anything happened. */
export function film(rules: CompiledRules, seats: number, events: readonly GameEvent[]): Film {
  let story = newStory();
  let loose: Die[] = [];
  let extra = 0;
  let totals = beginning(rules, seats, 0);
  let mover = 0;
  let roll = -1;
  const frames: Frame[] = [
    { event: null, step: 0, mover, round: 1, loose, rows: [], turnTotal: 0, totals, finished: 0, roll: null },
  ];
  const add = (seat: number, points: number): void => {
    totals = totals.map((total, index) => (index === seat ? total + points : total));
  };
  for (const [index, event] of events.entries()) {
    const rowsBefore = [...story.swept, ...story.rows];
    story = tell(story, event);
    switch (event.type) {
      case "TurnBegan":
        mover = event.seat;
        loose = [];
        extra = 0;
        break;
      case "FirstPlayerSet":
        mover = event.seat;
        loose = [];
        totals = beginning(rules, seats, event.seat);
        break;
      case "RollAsked":
        mover = event.seat;
        break;
      case "DiceRolled":
      case "DiceTurned": {
        const fell = new Map(event.dice.map((number, index) => [number, event.faces[index] ?? 1]));
        loose = [...loose.filter((die) => !fell.has(die.number)), ...Array.from(fell, ([number, face]) => ({ number, face }))];
        loose.sort((a, b) => a.number - b.number);
        if (event.type === "DiceRolled") roll++;
        break;
      }
      case "DiceKept":
        loose = loose.filter((die) => !event.dice.includes(die.number));
        break;
      case "TurnPointsAdded":
        extra += event.points;
        break;
      case "Banked":
        add(event.seat, event.points);
        break;
      case "Farkled":
        add(event.seat, -event.penalty);
        break;
      case "PointsMoved":
        if (event.source >= 0) add(event.source, -event.points);
        if (event.taker >= 0) add(event.taker, event.points);
        break;
      case "GoldCounted":
        event.gold.forEach((points, seat) => add(seat, points));
        break;
      case "BonusCounted":
        event.points.forEach((points, seat) => add(seat, points));
        break;
      case "Adjusted":
        event.changes.forEach(([seat, points]) => add(seat, points));
        break;
      case "Corrected":
        totals = totals.map((total, index) => (index === event.seat ? event.total : total));
        break;
    }
    if (!SHOWN.has(event.type)) continue;
    const ended = event.type === "Banked" || event.type === "Farkled";
    const rows = ended ? rowsBefore : [...story.swept, ...story.rows];
    const turnTotal = ended ? (event.type === "Banked" ? event.points : 0) : rows.reduce((sum, row) => sum + row.points, extra);
    frames.push({
      event,
      step: index + 1,
      mover,
      round: story.round,
      loose,
      rows,
      turnTotal,
      totals,
      finished: story.turns.length,
      roll: event.type === "DiceRolled" ? roll : null,
    });
  }
  return { frames, turns: story.turns };
}
