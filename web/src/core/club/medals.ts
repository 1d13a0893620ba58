// A dozen medals, each for something that a player tells others; none for time spent.

import type { Review } from "../coach/forms";
import { statesOf, type GameRecord } from "../game/record";
import { totals, type State } from "../game/state";

export const MEDALS = [
  "six-alike",
  "straight",
  "two-triplets",
  "three-hot",
  "great-turn",
  "long-turn",
  "last-word",
  "comeback",
  "clean",
  "flawless",
  "stood-up",
  "goal",
] as const;
export type Medal = (typeof MEDALS)[number];

/** One turn of a seat as a medal sees it. */
interface Turn {
  points: number;
  rolls: number;
  hot: number;
  kept: string[];
  farkled: boolean;
  behind: number;
  last: boolean;
}

function turnsOf(record: GameRecord, states: State[], seat: number): Turn[] {
  const found: Turn[] = [];
  let kept: string[] = [];
  let rolls = 0;
  let hot = 0;
  let farkled = false;
  let before = 0;
  let behind = 0;
  record.events.forEach((event, index) => {
    const state = states[index] as State;
    if (state.mover !== seat) return;
    const scores = totals(state);
    if (event.type === "RollAsked") {
      if (!rolls) {
        before = scores[seat] ?? 0;
        const others = scores.filter((_, other) => other !== seat);
        behind = others.length ? Math.max(...others) - before : 0;
      }
      rolls++;
    } else if (event.type === "DiceKept") {
      kept.push([...event.faces].sort((a, b) => a - b).join(""));
      if (event.dice.length === state.hand.length) hot++;
    } else if (event.type === "Farkled") farkled = true;
    if ((event.type === "TurnBegan" || event.type === "GameEnded") && rolls) {
      found.push({ points: (scores[seat] ?? 0) - before, rolls, hot, kept, farkled, behind, last: state.phase === "last" });
      kept = [];
      rolls = hot = 0;
      farkled = false;
    }
  });
  return found;
}

const count = (text: string, face: string): number => text.split(face).length - 1;
const alike = (kept: string): boolean => [..."123456"].some((face) => count(kept, face) >= 6);
const triplets = (kept: string): boolean => kept.length === 6 && new Set(kept).size === 2 && count(kept, kept.charAt(0)) === 3;

function longestRun(turns: Turn[]): number {
  let longest = 0;
  let run = 0;
  for (const turn of turns) {
    run = turn.farkled ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The medals that a finished game earns a seat; the review is needed for the one about decisions. */
export function earned(record: GameRecord, seat: number, report: Review | null): Medal[] {
  const states = statesOf(record);
  const end = states.at(-1) as State;
  if (end.phase !== "over") return [];
  const turns = turnsOf(record, states, seat);
  const won = end.winners.includes(seat);
  const alone = record.names.length === 1;
  const keeps = turns.flatMap((turn) => turn.kept);
  const player = report?.exact ? report.players[seat] : undefined;
  const tests: Record<Medal, boolean> = {
    "six-alike": keeps.some(alike),
    straight: keeps.includes("123456"),
    "two-triplets": keeps.some(triplets),
    "three-hot": turns.some((turn) => turn.hot >= 3),
    "great-turn": turns.some((turn) => turn.points >= 4000),
    "long-turn": turns.some((turn) => turn.points > 0 && turn.rolls >= 10),
    "last-word": won && !alone && turns.some((turn) => turn.last && turn.behind > 0 && turn.behind < turn.points),
    comeback: won && turns.some((turn) => turn.behind >= 4000),
    clean: won && !turns.some((turn) => turn.farkled),
    flawless: player !== undefined && player.unforced > 0 && player.cost === 0,
    "stood-up": won && longestRun(turns) >= 3,
    goal: won && alone,
  };
  return MEDALS.filter((medal) => tests[medal]);
}
