// One award for everybody at a table of people, each for something that was really so.

import type { Course } from "./course";
import { lostBy } from "./course";
import type { GameEvent } from "../net/messages";

export type Award = "bravest" | "politest" | "robbed" | "biggest" | "steadiest" | "kindest";

export interface Awarded {
  seat: number;
  award: Award;
  /** How much of it; 0 where the words are enough. */
  value: number;
}

/** How a seat played, in numbers: the most points that it threw dice with, how soon it stopped, and more. */
function facts(course: Course, events: readonly GameEvent[], seat: number): Record<Exclude<Award, "kindest">, number> {
  let turn = 0;
  let risked = 0;
  let rolls = 0;
  let banks = 0;
  for (const event of events) {
    if (!("seat" in event) || event.seat !== seat) continue;
    if (event.type === "TurnBegan") turn = 0;
    else if (event.type === "RollAsked") {
      risked = Math.max(risked, turn);
      rolls++;
    } else if (event.type === "DiceKept") turn += event.points;
    else if (event.type === "Banked") banks++;
  }
  const own = course.turns.filter((one) => one.seat === seat);
  const lost = lostBy(course, seat);
  return {
    bravest: risked,
    robbed: lost.points + lost.penalties,
    biggest: Math.max(0, ...own.map((one) => one.points ?? 0)),
    steadiest: own.length && !lost.farkles ? own.length : 0,
    // Who stops after few rolls lets others play.
    politest: banks >= 3 ? banks / Math.max(1, rolls) : 0,
  };
}

const ORDER: Exclude<Award, "kindest">[] = ["bravest", "robbed", "biggest", "steadiest", "politest"];
/** Awards whose points say how much; the others are words enough. */
const NUMBERED: readonly Award[] = ["bravest", "robbed", "biggest"];

/** One award for each seat: whoever has most of something has it, the first kind first; who is left was good company. */
export function handOut<Kind extends string>(facts: ReadonlyMap<number, Record<Kind, number>>, order: readonly Kind[]): { seat: number; award: Kind | "kindest"; value: number }[] {
  const given = new Map<number, { award: Kind; value: number }>();
  for (const award of order) {
    const most = Math.max(0, ...Array.from(facts.values(), (one) => one[award]));
    // Only who really has the most gets it, and only where there is something to have.
    const seat = most > 0 ? [...facts.keys()].find((one) => !given.has(one) && facts.get(one)?.[award] === most) : undefined;
    if (seat !== undefined) given.set(seat, { award, value: most });
  }
  return Array.from(facts.keys(), (seat) => ({ seat, ...(given.get(seat) ?? { award: "kindest" as const, value: 0 }) }));
}

/** An award for each seat. */
export function awards(course: Course, events: readonly GameEvent[], seats: readonly number[]): Awarded[] {
  const found = handOut(new Map(seats.map((seat) => [seat, facts(course, events, seat)])), ORDER);
  return found.map((one) => (NUMBERED.includes(one.award) ? one : { ...one, value: 0 }));
}
