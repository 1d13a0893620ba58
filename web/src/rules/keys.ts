// Made by `make protocol` from the table of rule keys. Do not change it by hand.

/** A key that the form asks for; `needs` are keys of which one must have a value for this one to count. */
export interface RuleKey {
  key: string;
  kind: "points" | "yes" | "word";
  group: "end" | "turn" | "sets";
  words: readonly string[];
  needs: readonly string[];
  end: "" | "target" | "rounds";
}

export const RULE_KEYS: readonly RuleKey[] = [
  { key: "target", kind: "points", group: "end", words: [], needs: [], end: "target" },
  { key: "rounds", kind: "points", group: "end", words: [], needs: [], end: "rounds" },
  { key: "opening", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "opening_policy", kind: "word", group: "turn", words: ["must_reach", "may_stop"], needs: ["opening"], end: "" },
  { key: "minimum", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "minimum_binds_win", kind: "yes", group: "turn", words: [], needs: ["minimum", "bank_step"], end: "" },
  { key: "bank_step", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "piggyback", kind: "yes", group: "turn", words: [], needs: [], end: "" },
  { key: "bump", kind: "word", group: "turn", words: ["none", "to_zero", "swap"], needs: [], end: "" },
  { key: "take_all", kind: "yes", group: "turn", words: [], needs: [], end: "" },
  { key: "hot_dice", kind: "word", group: "turn", words: ["optional", "forced"], needs: [], end: "" },
  { key: "nothing_bonus", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "first_player", kind: "word", group: "end", words: ["chosen", "rolled"], needs: [], end: "" },
  { key: "last_chance", kind: "word", group: "end", words: ["none", "finish_round", "others_once", "last_licks"], needs: [], end: "target" },
  { key: "reach", kind: "word", group: "end", words: ["at_least", "more_than", "exactly"], needs: ["target", "solo_goal"], end: "" },
  { key: "overshoot", kind: "word", group: "end", words: ["nothing", "welfare"], needs: ["target"], end: "" },
  { key: "ties", kind: "word", group: "end", words: ["shared", "trigger_keeps", "play_off"], needs: [], end: "" },
  { key: "dice", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "joker.face", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "joker.dice", kind: "points", group: "turn", words: [], needs: ["joker.face"], end: "" },
  { key: "toxic.face", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "toxic.count", kind: "points", group: "turn", words: [], needs: ["toxic.face"], end: "" },
  { key: "penalty.points", kind: "points", group: "turn", words: [], needs: [], end: "" },
  { key: "penalty.count", kind: "points", group: "turn", words: [], needs: ["penalty.points"], end: "" },
  { key: "penalty.restarts", kind: "yes", group: "turn", words: [], needs: ["penalty.points"], end: "" },
  { key: "scoring.straight", kind: "points", group: "sets", words: [], needs: [], end: "" },
  { key: "scoring.three_pairs", kind: "points", group: "sets", words: [], needs: [], end: "" },
  { key: "scoring.pairs_may_repeat", kind: "yes", group: "sets", words: [], needs: ["scoring.three_pairs"], end: "" },
  { key: "scoring.two_triplets", kind: "points", group: "sets", words: [], needs: [], end: "" },
  { key: "scoring.triplets_may_repeat", kind: "yes", group: "sets", words: [], needs: ["scoring.two_triplets"], end: "" },
  { key: "scoring.four_and_pair", kind: "points", group: "sets", words: [], needs: [], end: "" },
  { key: "scoring.full_house", kind: "points", group: "sets", words: [], needs: [], end: "" },
  { key: "scoring.full_house_bonus", kind: "points", group: "sets", words: [], needs: [], end: "" },
];
