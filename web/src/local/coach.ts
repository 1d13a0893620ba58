// The coach of this page: a worker, so that the page never waits for it. Questions go in, answers come out.

import type { Command } from "../core/game/commands";
import type { Advice, Exercise, Moment, Review, Unit } from "../core/coach/forms";
import type { ClubAnswers, ClubQuestion } from "../core/club/asking";
import type { Pick } from "../core/coach/what_if";
import type { StrategyCard } from "../core/coach/strategy";
import { Refusal } from "../net/api";
import type { Said } from "../net/messages";
import { said as worded } from "../words/said.svelte";

/** A state without its rules, which travel by their reference. */
type Packed = object;

export type Question =
  | { type: "choose"; bot: string; rules: string; state: Packed }
  | { type: "advise"; rules: string; state: Packed }
  | { type: "prepare"; rules: string }
  | { type: "review"; record: string }
  | { type: "exercise"; rules: string; seed: string; theme: string; position: string }
  | { type: "card"; rules: string }
  | { type: "club"; ask: ClubQuestion }
  | { type: "whatIf"; position: string; choice: Pick | null; dice: string; unit: Unit | null };

interface Answers {
  choose: Command;
  advise: Advice;
  prepare: null;
  review: Review;
  exercise: Exercise;
  card: StrategyCard;
  club: ClubAnswers[ClubQuestion["what"]];
  whatIf: Moment;
}

/** What the worker says: an answer, why there is none, or that a table is being read. */
export type Reply =
  | { id: number; answer: unknown }
  | { id: number; fault: { status: number; code: string; said: Said } }
  | { reading: string };

let worker: Worker | undefined;
let asked = 0;
const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: unknown) => void }>();
const readers = new Set<(file: string) => void>();

let reading = "";

/** Be told which table the coach is reading, at once if it is by now ("" when it has read, or could not). */
export function whenReading(reader: (file: string) => void): () => void {
  readers.add(reader);
  if (reading) reader(reading);
  return () => readers.delete(reader);
}

function start(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if ("reading" in data) {
      reading = data.reading;
      for (const reader of readers) reader(reading);
      return;
    }
    const who = waiting.get(data.id);
    waiting.delete(data.id);
    if ("answer" in data) who?.resolve(data.answer as never);
    else who?.reject(new Refusal(data.fault.status, data.fault.code, worded(data.fault.said)));
  };
  worker.onerror = () => {
    // The next question starts another one.
    worker = undefined;
    reading = "";
    for (const { reject } of waiting.values()) reject(new Refusal(0, "unreachable", ""));
    waiting.clear();
  };
  return worker;
}

/** Ask the coach; a Refusal says why there is no answer. */
export function askCoach<Q extends Question>(question: Q): Promise<Answers[Q["type"]]> {
  return new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject });
    start().postMessage({ id, question, tables: new URL("tables/", document.baseURI).href });
  });
}

/** Ask about the club: a game of the day, a note about a game, a place of the run. */
export function askClub<Q extends ClubQuestion>(ask: Q): Promise<ClubAnswers[Q["what"]]> {
  return askCoach({ type: "club", ask }) as Promise<ClubAnswers[Q["what"]]>;
}
