// One award for everybody at a table of people, each for something that was really so.

import type { Course } from "./course";
import { lostBy } from "./course";
import type { GameEvent } from "../net/messages";

export type Award = "bravest" | "politest" | "robbed" | "biggest" | "steadiest" | "kindest";

export interface Awarded {
  seat: number;
  award: Award;
  value: number;
}

/** How a seat played, in numbers: the most points that it threw dice with, how soon it stopped, and more. */
function facts(course: Course, events: readonly GameEvent[], seat: number): Record<Award, number> {
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
    kindest: 0,
  };
}

const ORDER: Award[] = ["bravest", "robbed", "biggest", "steadiest", "politest"];

/** An award for each seat: whoever has most of something has it; who is left was good company. */
export function awards(course: Course, events: readonly GameEvent[], seats: readonly number[]): Awarded[] {
  const known = new Map(seats.map((seat) => [seat, facts(course, events, seat)]));
  const given: Awarded[] = [];
  for (const award of ORDER) {
    const free = seats.filter((seat) => !given.some((one) => one.seat === seat));
    const most = Math.max(0, ...seats.map((seat) => known.get(seat)?.[award] ?? 0));
    // Only who really has the most gets it, and only where there is something to have.
    const seat = free.find((one) => most > 0 && known.get(one)?.[award] === most);
    if (seat !== undefined) given.push({ seat, award, value: award === "politest" ? Math.round(most * 100) : most });
  }
  for (const seat of seats) if (!given.some((one) => one.seat === seat)) given.push({ seat, award: "kindest", value: 0 });
  return seats.flatMap((seat) => given.filter((one) => one.seat === seat));
}
