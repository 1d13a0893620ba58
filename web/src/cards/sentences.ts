// One sentence for each event that has to do with cards.

import type { CompiledRules, GameEvent } from "../net/messages";
import { number, t } from "../words/words.svelte";
import { cardOf } from "./cards";

interface Names {
  rules: CompiledRules | null;
  name(seat: number): string;
}

/** The sentence of an event with cards; empty where it has none. */
export function cardSentence(event: GameEvent, table: Names): string {
  const card = "card" in event ? cardOf(table.rules, event.card).name : "";
  switch (event.type) {
    case "CardPlayed": {
      const name = table.name(event.seat);
      if (event.stopped_by) {
        return t("cards.stopped", { name, card, other: cardOf(table.rules, event.stopped_by).name });
      }
      return event.target >= 0 && event.target !== event.seat
        ? t("cards.played_on", { name, card, target: table.name(event.target) })
        : t("cards.played", { name, card });
    }
    case "CardEnded":
      return t("cards.ended", { card });
    case "DiceTurned":
      return t("cards.turned", { name: table.name(event.seat), faces: event.faces.join(", ") });
    case "TurnPointsAdded":
      return t("cards.added", { card, points: event.points });
    case "PointsMoved":
      if (event.source >= 0 && event.taker >= 0) {
        return t("cards.moved", { card, points: event.points, source: table.name(event.source), taker: table.name(event.taker) });
      }
      return event.taker >= 0
        ? t("cards.gained", { card, points: event.points, name: table.name(event.taker) })
        : t("cards.lost", { card, points: event.points, name: table.name(event.source) });
    case "GoldCounted":
      return t("cards.gold_counted", {
        list: event.gold.map((gold, seat) => `${table.name(seat)} ${number(gold)}`).join(", "),
      });
    case "WindowOpened":
      return "";
    default:
      return "";
  }
}
