// What the page asks about the club, of a worker: judging a game of the day, the fox's, a note, a place of the run.

import type { Exercise } from "../coach/forms";
import type { Event } from "../game/events";
import { parseRecord } from "../game/record";
import { resolve } from "../rules/loading";
import type { Ruleset } from "../rules/ruleset";
import { foxGame, judge, recordOf, type Judged } from "./daily";
import { positionAt } from "./run";
import { noteOf, type Note } from "./you";

export type ClubQuestion =
  | { what: "judge"; events: Event[] }
  | { what: "fox"; seed: string }
  | { what: "note"; game: string; record: string; seat: number }
  | { what: "run"; rules: string; seed: string; place: number };

export interface ClubAnswers {
  judge: Judged;
  fox: { events: Event[]; judged: Judged };
  note: Note | null;
  run: Exercise;
}

/** The rules whose table helps with a question; null where none is needed. */
export function rulesOf(question: ClubQuestion): Ruleset | null {
  if (question.what === "note") return parseRecord(question.record).rules;
  return question.what === "run" ? resolve(question.rules) : null;
}

export function answerClub(question: ClubQuestion): ClubAnswers[ClubQuestion["what"]] {
  switch (question.what) {
    case "judge":
      return judge(recordOf("0", question.events));
    case "fox": {
      const fox = foxGame(question.seed);
      return { events: fox.events, judged: judge(fox) };
    }
    case "note":
      return noteOf(question.game, parseRecord(question.record), question.seat);
    case "run":
      return positionAt(resolve(question.rules), question.seed, question.place);
  }
}
