// The goal line: what the core says is most urgent, in one sentence.

import { goalOf, type Standing } from "../core/game/goals";
import type { CompiledRules } from "../net/messages";
import { t } from "../words/words.svelte";

/** The sentence for the mover's goal; `total` is the turn with what is chosen, `mine` whether the reader moves. */
export function goal(rules: CompiledRules, game: Standing, total: number, mine: boolean, name: string): string {
  const aim = goalOf(rules, game, total);
  switch (aim?.kind) {
    case "alone": {
      const way = aim.rest >= 0 ? t("goal.solo", { points: aim.goal - aim.rest, goal: aim.goal }) : t("goal.solo_done", { goal: aim.goal });
      return `${t("goal.round", { round: aim.round, rounds: aim.rounds })} ${way}`;
    }
    case "roll_off":
      return mine ? t("goal.roll_off") : t("goal.roll_off_theirs", { name });
    case "play_off":
      return t("goal.play_off");
    case "last":
      if (!aim.rest) return mine ? t("goal.last_enough") : t("goal.last_enough_theirs", { name });
      return mine ? t("goal.last", { points: aim.rest }) : t("goal.last_theirs", { name, points: aim.rest });
    case "opening": {
      const { points, rest } = aim;
      if (rest <= 0) return mine ? t("goal.opening_done", { points }) : t("goal.opening_done_theirs", { name });
      if (!mine) return t("goal.opening_theirs", { name, rest });
      return total ? t("goal.opening", { points, rest }) : t("goal.opening_start", { points });
    }
    case "penalty":
      return t(mine ? "goal.penalty" : "goal.penalty_theirs", { name, points: aim.points });
    case "minimum":
      return t(mine ? "goal.minimum" : "goal.minimum_theirs", { name, points: aim.points, rest: aim.rest });
    case "round":
      return t("goal.round", { round: aim.round, rounds: aim.rounds });
    case "target":
      return aim.rest
        ? t(mine ? "goal.target" : "goal.target_theirs", { name, rest: aim.rest, target: aim.target })
        : t(mine ? "goal.target_done" : "goal.target_done_theirs", { name, target: aim.target });
    default:
      return "";
  }
}
