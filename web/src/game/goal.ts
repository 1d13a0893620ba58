// The goal line: one sentence, always the most urgent fact.

import type { CompiledRules, View } from "../net/messages";
import { t } from "../words/words.svelte";
import { neededToWin } from "./totals";

/** The sentence for the mover's goal; `total` is the turn with what is chosen, `mine` whether the reader moves. */
export function goal(rules: CompiledRules, game: View, total: number, mine: boolean, name: string): string {
  const seat = game.seats[game.mover];
  if (!seat) return "";
  if (game.phase === "roll_off") return mine ? t("goal.roll_off") : t("goal.roll_off_theirs", { name });
  if (game.phase === "last" || game.phase === "play_off") {
    const rest = Math.max(0, neededToWin(rules, game) - total);
    if (game.phase === "play_off") return t("goal.play_off");
    if (!rest) return mine ? t("goal.last_enough") : t("goal.last_enough_theirs", { name });
    return mine ? t("goal.last", { points: rest }) : t("goal.last_theirs", { name, points: rest });
  }
  if (!seat.opened && rules.opening) {
    const points = rules.opening;
    const rest = points - total;
    if (rest <= 0) return mine ? t("goal.opening_done", { points }) : t("goal.opening_done_theirs", { name });
    if (!mine) return t("goal.opening_theirs", { name, rest });
    return total ? t("goal.opening", { points, rest }) : t("goal.opening_start", { points });
  }
  const { penalty } = rules;
  if (penalty.points && seat.farkles > 0 && (seat.farkles + 1) % penalty.count === 0) {
    return t(mine ? "goal.penalty" : "goal.penalty_theirs", { name, points: penalty.points });
  }
  if (game.needed && total < game.needed) {
    return t(mine ? "goal.minimum" : "goal.minimum_theirs", { name, points: game.needed, rest: game.needed - total });
  }
  if (rules.rounds) return t("goal.round", { round: game.round, rounds: rules.rounds });
  if (rules.target) {
    const rest = rules.target - seat.total - total;
    return rest > 0
      ? t(mine ? "goal.target" : "goal.target_theirs", { name, rest, target: rules.target })
      : t(mine ? "goal.target_done" : "goal.target_done_theirs", { name, target: rules.target });
  }
  return "";
}
