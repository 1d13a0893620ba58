// Where the game stands, in one breath: for the status key.

import { goal } from "../game/goal";
import { t } from "../words/words.svelte";
import type { Table } from "./table.svelte";

/** Whose turn it is, what lies there, the totals. */
export function status(table: Table): string {
  const game = table.game;
  if (!game || !table.rules) return t("loading");
  const turn = table.myTurn !== null ? t("say.your_turn") : t("say.turn", { name: table.name(game.mover) });
  const dice = table.scene.loose.length
    ? t("status.dice", { faces: table.scene.loose.map((die) => die.face).join(", ") })
    : "";
  const points = t("status.points", { points: game.turn_total });
  const totals = game.seats.map((seat, index) => `${table.name(index)} ${seat.total}`).join(", ");
  const aim = goal(table.rules, game, table.wouldBe, table.myTurn !== null && !table.shared, table.name(game.mover));
  return [turn, dice, points, aim, totals].filter(Boolean).join(" ");
}
