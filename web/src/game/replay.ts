// A finished game as pictures, one for each thing that happened: what lies on the table, and what everybody has.

import { evolve } from "../core/game/evolving";
import { openingState, type GameRecord } from "../core/game/record";
import { totals } from "../core/game/state";
import type { GameEvent } from "../net/messages";
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

const SHOWN = new Set<GameEvent["type"]>([
  "DiceRolled", "DiceKept", "DiceTurned", "Banked", "Farkled", "TurnEntered", "TurnTimedOut", "Resigned", "RollOffTied",
  "FirstPlayerSet", "LastTurnsBegan", "PlayOffBegan", "GameEnded", "CardPlayed", "CardEnded", "PointsMoved",
  "TurnPointsAdded", "GoldCounted", "BonusCounted", "Adjusted", "Corrected", "Gifted", "Bumped", "TookOver", "KnockedOut",
]); // prettier-ignore

/** The pictures of a game, every one as the core's referee says it; the first is the table before anything happened. */
export function film(record: GameRecord): Film {
  let story = newStory();
  let state = openingState(record);
  let loose: Die[] = [];
  let roll = -1;
  const frames: Frame[] = [
    { event: null, step: 0, mover: state.mover, round: state.round, loose, rows: [], turnTotal: 0, totals: totals(state), finished: 0, roll: null },
  ];
  for (const [index, fact] of record.events.entries()) {
    const event = fact as GameEvent;
    const before = state;
    const rowsBefore = [...story.swept, ...story.rows];
    story = tell(story, event);
    state = evolve(state, fact);
    if (event.type === "TurnBegan" || event.type === "FirstPlayerSet") loose = [];
    if (event.type === "DiceKept") loose = loose.filter((die) => !event.dice.includes(die.number));
    if (event.type === "DiceRolled" || event.type === "DiceTurned") {
      const fell = new Map(event.dice.map((number, place) => [number, event.faces[place] ?? 1]));
      loose = [...loose.filter((die) => !fell.has(die.number)), ...Array.from(fell, ([number, face]) => ({ number, face }))];
      loose.sort((a, b) => a.number - b.number);
      if (event.type === "DiceRolled") roll++;
    }
    if (!SHOWN.has(event.type)) continue;
    const ended = event.type === "Banked" || event.type === "Farkled";
    frames.push({
      event,
      step: index + 1,
      mover: ended ? before.mover : state.mover,
      round: state.round,
      loose,
      rows: ended ? rowsBefore : [...story.swept, ...story.rows],
      turnTotal: ended ? (event.type === "Banked" ? event.points : 0) : state.turn_total,
      totals: totals(state),
      finished: story.turns.length,
      roll: event.type === "DiceRolled" ? roll : null,
    });
  }
  return { frames, turns: story.turns };
}
