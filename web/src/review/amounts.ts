// What the coach counts in, as people write it: shares of a win, or points.

import { cardName } from "../cards/cards";
import type { Decision, Option, Review } from "../net/messages";
import { language, number, t } from "../words/words.svelte";

export type Unit = Review["unit"];

/** A value in the unit of the review; `sign` where it is a change. */
export function amount(value: number, unit: Unit, sign = false): string {
  const signDisplay = sign ? "exceptZero" : "auto";
  if (unit === "win") {
    return value.toLocaleString(language(), { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay });
  }
  return t("review.points", { value: value.toLocaleString(language(), { maximumFractionDigits: 0, signDisplay }) });
}

/** A choice in a few words. */
export function optionWords(option: Option, name: (seat: number) => string): string {
  const faces = [...(option.keep ?? "")].join(" ");
  const total = number(option.total);
  switch (option.action) {
    case "bank":
      return faces ? t("review.keep_bank", { faces, total }) : t("review.bank", { total });
    case "roll":
      return faces ? t("review.keep_roll", { faces, dice: option.dice ?? 0 }) : t("review.roll", { dice: option.dice ?? 0 });
    case "card": {
      const card = cardName(option.card ?? "");
      return (option.target ?? -1) >= 0 ? t("review.card_on", { card, name: name(option.target ?? 0) }) : t("review.card", { card });
    }
    case "pass":
      return t("review.pass");
  }
}

/** How bad a decision was, in a word. */
export function classWord(decision: Decision): string {
  return t(`review.class_${decision.class}`);
}

const GRADES = { "A+": "top", A: "a", B: "b", C: "c", D: "d", E: "e" } as const;

/** What a grade means. */
export function gradeWords(grade: string): string {
  return t(`review.grade_${GRADES[grade as keyof typeof GRADES] ?? "f"}`);
}
