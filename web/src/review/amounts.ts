// What the coach counts in, as people write it: shares of a win, or points.

import { cardName } from "../cards/cards";
import type { Decision, Option, Review } from "../net/messages";
import { language, number, t } from "../words/words.svelte";
import { asShare } from "./units";

export type Unit = Review["unit"];

const formats = new Map<string, Intl.NumberFormat>();

/** How a unit is written; a review has hundreds of amounts, and a format is dear to make. */
function formatOf(unit: Unit, sign: boolean): Intl.NumberFormat {
  const key = `${language()} ${unit} ${sign}`;
  let found = formats.get(key);
  if (!found) {
    const signDisplay = sign ? "exceptZero" : "auto";
    const digits = unit === "win" ? { style: "percent" as const, minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumFractionDigits: 0 };
    formats.set(key, (found = new Intl.NumberFormat(language(), { ...digits, signDisplay })));
  }
  return found;
}

/** A value in the unit of the review; `sign` where it is a change. */
export function amount(value: number, unit: Unit, sign = false): string {
  const written = formatOf(unit, sign).format(value);
  return unit === "win" ? written : t("review.points", { value: written });
}

/** The same beside the line of a chart, where the unit has no room. */
export function bareAmount(value: number, unit: Unit): string {
  return formatOf(unit, true).format(value);
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
      if ((option.target ?? -1) < 0) return t("review.card", { card });
      const whom = name(option.target ?? 0);
      return t(whom === t("you") ? "review.card_on_you" : "review.card_on", { card, name: whom });
    }
    case "pass":
      return t("review.pass");
  }
}

/** How bad a decision was, in a word. */
export function classWord(decision: Decision): string {
  return t(`review.class_${decision.class}`);
}

/** What the dice did, in words. */
export function luckWords(luck: number, unit: Unit): string {
  const share = asShare(luck, unit);
  const kind = share > 0.25 ? "very_kind" : share > 0.08 ? "kind" : share < -0.25 ? "very_unkind" : share < -0.08 ? "unkind" : "average";
  return t(`review.dice_${kind}`);
}

const GRADES = { "A+": "top", A: "a", B: "b", C: "c", D: "d", E: "e" } as const;

/** What a grade means. */
export function gradeWords(grade: string): string {
  return t(`review.grade_${GRADES[grade as keyof typeof GRADES] ?? "f"}`);
}
