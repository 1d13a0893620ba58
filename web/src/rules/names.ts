// What people call the fields of a rule sheet and their words.

import { has, t, type Word } from "../words/words.svelte";

/** What has a name of its own in the scoring table. */
const COMBINATIONS: Record<string, Word> = {
  "scoring.straight": "combo.straight",
  "scoring.three_pairs": "combo.pairs",
  "scoring.two_triplets": "combo.triplets",
  "scoring.four_and_pair": "combo.four_and_pair",
  "scoring.full_house": "combo.full_house",
};

/** Everything else is called by its key: `penalty.points` is `rule.penalty_points`. */
function wordOf(key: string): string {
  return key.replace(/^scoring\./, "").replace(/\.scheme$/, "").replaceAll(".", "_");
}

/** The name of a field. */
export function fieldName(key: string): string {
  const known = COMBINATIONS[key];
  if (known) return t(known);
  const [, kind, last = ""] = key.split(".");
  if (kind === "singles") return t("combo.single", { face: last });
  if (kind === "triples") return t("combo.alike", { n: 3, face: last });
  if (kind === "alike" && last !== "scheme") return t("combo.kind", { n: Number(last) });
  const [low = "", high = ""] = last.split("-");
  if (kind === "runs") return t("combo.run", { low, high });
  const word = `rule.${wordOf(key)}`;
  return has(word) ? t(word) : key;
}

/** What one of a field's words means. */
export function wordName(key: string, word: string): string {
  const known = `rule.${wordOf(key)}_${word}`;
  return has(known) ? t(known) : word;
}
