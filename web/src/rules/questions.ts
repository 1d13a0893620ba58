// Which rules do we have? Three questions; each asks only for what still tells the sheets apart.

import type { CompiledRules } from "../net/messages";

export const QUESTIONS = ["three_ones", "straight", "to_start"] as const;
export type Question = (typeof QUESTIONS)[number];
/** What was answered so far; null is "I do not know". */
export type Answers = Partial<Record<Question, number | null>>;

/** What a sheet says to a question. */
export function says(rules: CompiledRules, question: Question): number {
  switch (question) {
    case "three_ones":
      return rules.scoring.triples[0] ?? 0;
    case "straight":
      return rules.scoring.straight;
    case "to_start":
      return rules.opening || rules.minimum;
  }
}

/** The sheets that fit the answers. */
export function matching(sheets: readonly CompiledRules[], answers: Answers): CompiledRules[] {
  return sheets.filter((sheet) =>
    QUESTIONS.every((question) => answers[question] == null || says(sheet, question) === answers[question]),
  );
}

/** The different answers that sheets give, ascending. */
export function choices(sheets: readonly CompiledRules[], question: Question): number[] {
  return [...new Set(sheets.map((sheet) => says(sheet, question)))].sort((a, b) => a - b);
}

/** The question to ask now: the first without an answer that the sheets left do not agree on. */
export function next(sheets: readonly CompiledRules[], answers: Answers): Question | null {
  const left = matching(sheets, answers);
  return QUESTIONS.find((question) => answers[question] === undefined && choices(left, question).length > 1) ?? null;
}
