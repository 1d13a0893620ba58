// What the coach's refusals mean to people.

import { Refusal } from "../net/api";
import type { Word } from "../words/words.svelte";

const FAULTS: Record<string, Word> = {
  not_over: "review.not_over",
  nothing_to_say: "review.nothing",
  advice_off: "whatif.advice_off",
  bad_position: "whatif.bad_position",
  no_such_step: "whatif.no_such_step",
  too_many: "review.too_many",
  coach_busy: "review.busy",
  coach_slow: "review.busy",
  unreachable: "connection.none",
};
/** What may be otherwise in a moment. */
const PASSING: readonly string[] = ["review.too_many", "review.busy", "review.failed", "train.failed", "connection.none"];

/** The word for a refusal, or `other` where it is one that we do not know. */
export function faultWord(error: unknown, other: Word): Word {
  return FAULTS[error instanceof Refusal ? error.code : ""] ?? other;
}

/** Whether it is worth while to ask again. */
export function passing(fault: Word | ""): boolean {
  return PASSING.includes(fault);
}
