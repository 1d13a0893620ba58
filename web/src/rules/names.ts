// What people call the fields of a rule sheet and their words.

import { t, type Word } from "../words/words.svelte";

const FIELDS: Record<string, Word> = {
  end: "rule.end",
  target: "rule.target",
  rounds: "rule.rounds",
  last_chance: "rule.last_chance",
  reach: "rule.reach",
  ties: "rule.ties",
  first_player: "rule.first_player",
  opening: "rule.opening",
  opening_policy: "rule.opening_policy",
  minimum: "rule.minimum",
  hot_dice: "rule.hot_dice",
  take_all: "rule.take_all",
  "penalty.points": "rule.penalty_points",
  "penalty.count": "rule.penalty_count",
  nothing_bonus: "rule.nothing_bonus",
  dice: "rule.dice",
  "scoring.alike.scheme": "rule.alike",
  "scoring.straight": "combo.straight",
  "scoring.three_pairs": "combo.pairs",
  "scoring.pairs_may_repeat": "rule.pairs_may_repeat",
  "scoring.two_triplets": "combo.triplets",
  "scoring.triplets_may_repeat": "rule.triplets_may_repeat",
  "scoring.four_and_pair": "combo.four_and_pair",
  "scoring.full_house": "combo.full_house",
  "scoring.full_house_bonus": "rule.full_house_bonus",
  min_players: "rule.min_players",
  max_players: "rule.max_players",
  solo_goal: "rule.solo_goal",
  "toxic.face": "rule.toxic_face",
  "toxic.count": "rule.toxic_count",
  compensation: "rule.compensation",
  "penalty.restarts": "rule.penalty_restarts",
  "penalty.floor": "rule.penalty_floor",
  minimum_binds_win: "rule.minimum_binds_win",
};

/** The name of a field. */
export function fieldName(key: string): string {
  const known = FIELDS[key];
  if (known) return t(known);
  const [, kind, last = ""] = key.split(".");
  if (kind === "singles") return t("combo.single", { face: last });
  if (kind === "triples") return t("combo.alike", { n: 3, face: last });
  if (kind === "alike") return t("combo.kind", { n: Number(last) });
  const [low = "", high = ""] = last.split("-");
  return kind === "runs" ? t("combo.run", { low, high }) : key;
}

const WORDS: Record<string, Record<string, Word>> = {
  end: { target: "rule.end_target", rounds: "rule.end_rounds" },
  last_chance: { none: "rule.last_none", finish_round: "rule.last_round", others_once: "rule.last_once" },
  reach: { at_least: "rule.reach_at_least", more_than: "rule.reach_more", exactly: "rule.reach_exactly" },
  ties: { shared: "rule.ties_shared", trigger_keeps: "rule.ties_first", play_off: "rule.ties_play_off" },
  first_player: { chosen: "rule.first_chosen", rolled: "rule.first_rolled" },
  opening_policy: { must_reach: "rule.opening_must", may_stop: "rule.opening_may" },
  hot_dice: { optional: "rule.hot_may", forced: "rule.hot_must" },
  "scoring.alike.scheme": {
    none: "rule.alike_none",
    table: "rule.alike_table",
    add: "rule.alike_add",
    double: "rule.alike_double",
    multiply: "rule.alike_multiply",
  },
};

/** What one of a field's words means. */
export function wordName(key: string, word: string): string {
  const known = WORDS[key]?.[word];
  return known ? t(known) : word;
}
