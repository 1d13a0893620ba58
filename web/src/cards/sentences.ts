// One sentence for each event that has to do with cards.

import type { CompiledRules, GameEvent } from "../net/messages";
import { number, t } from "../words/words.svelte";
import { cardOf } from "./cards";

interface Names {
  rules: CompiledRules | null;
  name(seat: number): string;
  /** Whether a seat is the one of who reads, who is told as "you". */
  you?(seat: number): boolean;
}

/** The sentence of an event with cards; empty where it has none. It says "you" or a name, never both of one. */
export function cardSentence(event: GameEvent, table: Names): string {
  const card = "card" in event ? cardOf(table.rules, event.card).name : "";
  const you = (seat: number): boolean => table.you?.(seat) ?? false;
  switch (event.type) {
    case "CardPlayed": {
      const values = { name: table.name(event.seat), card, target: event.target >= 0 ? table.name(event.target) : "" };
      const mine = you(event.seat);
      if (event.stopped_by) {
        return t(mine ? "cards.you_stopped" : "cards.stopped", { ...values, other: cardOf(table.rules, event.stopped_by).name });
      }
      if (event.target < 0 || event.target === event.seat) return t(mine ? "cards.you_played" : "cards.played", values);
      return t(mine ? "cards.you_played_on" : you(event.target) ? "cards.played_on_you" : "cards.played_on", values);
    }
    case "CardEnded":
      return t("cards.ended", { card });
    case "DiceTurned":
      return t(you(event.seat) ? "cards.you_turned" : "cards.turned", { name: table.name(event.seat), faces: event.faces.join(", ") });
    case "TurnPointsAdded":
      return t("cards.added", { card, points: event.points });
    case "PointsMoved": {
      const values = { card, points: event.points };
      if (event.source >= 0 && event.taker >= 0) {
        const both = { ...values, source: table.name(event.source), taker: table.name(event.taker) };
        return t(you(event.taker) ? "cards.moved_to_you" : you(event.source) ? "cards.moved_from_you" : "cards.moved", both);
      }
      return event.taker >= 0
        ? t(you(event.taker) ? "cards.gained_you" : "cards.gained", { ...values, name: table.name(event.taker) })
        : t(you(event.source) ? "cards.lost_you" : "cards.lost", { ...values, name: table.name(event.source) });
    }
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
