// One sentence for each event, for the log and for screen readers.

import { cardSentence } from "../cards/sentences";
import type { CompiledRules, GameEvent } from "../net/messages";
import { t } from "../words/words.svelte";

interface Names {
  seats: number[];
  shared: boolean;
  rules: CompiledRules | null;
  name(seat: number): string;
}

/** The sentence of an event; empty where there is nothing to say. */
export function sentence(event: GameEvent, table: Names): string {
  const mine = "seat" in event && !table.shared && table.seats.includes(event.seat);
  const name = "seat" in event ? table.name(event.seat) : "";
  switch (event.type) {
    case "DiceRolled":
      return mine
        ? t("say.you_rolled", { faces: spoken(event.faces) })
        : t("say.rolled", { name, faces: spoken(event.faces) });
    case "DiceKept": {
      const values = { name, faces: spoken(event.faces), points: event.points };
      return mine ? t("say.you_kept", values) : t("say.kept", values);
    }
    case "Banked":
      return mine ? t("say.you_banked", { points: event.points }) : t("say.banked", { name, points: event.points });
    case "Farkled": {
      const values = { name, points: event.lost, penalty: event.penalty };
      const text = mine ? t("say.you_farkled", values) : t("say.farkled", values);
      return event.penalty ? `${text} ${t("say.penalty", values)}` : text;
    }
    case "FirstPlayerSet":
      return mine ? t("say.you_begin") : t("say.begins", { name });
    case "RollOffTied":
      return t("say.tied");
    case "TurnTimedOut":
      return mine ? t("say.you_late") : t("say.late", { name });
    case "TurnBegan":
      return mine || table.shared ? "" : t("say.turn", { name });
    case "LastTurnsBegan":
      return t("say.last", { name: table.name(event.trigger) });
    case "PlayOffBegan":
      return t("say.play_off");
    case "Resigned":
      return mine ? t("say.you_left") : t("say.left", { name });
    case "GameEnded": {
      if (!event.winners.length) return t("say.lost_alone");
      if (event.winners.length === 1 && !table.shared && table.seats.includes(event.winners[0] ?? -1)) return t("say.you_won");
      const names = event.winners.map((seat) => table.name(seat)).join(", ");
      return t(event.winners.length === 1 ? "say.won" : "say.shared", { name: names });
    }
    default:
      return cardSentence(event, table);
  }
}

function spoken(faces: readonly number[]): string {
  return [...faces].sort((a, b) => a - b).join(", ");
}
