// One sentence for each event, for the log and for screen readers.

import { cardSentence } from "../cards/sentences";
import type { CompiledRules, GameEvent } from "../net/messages";
import { list } from "../words/listing";
import { t } from "../words/words.svelte";

interface Names {
  seats: number[];
  shared: boolean;
  rules: CompiledRules | null;
  name(seat: number): string;
}

/** The sentence of an event; empty where there is nothing to say. */
export function sentence(event: GameEvent, table: Names): string {
  const own = (seat: number): boolean => !table.shared && table.seats.includes(seat);
  const mine = "seat" in event && own(event.seat);
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
    case "TookOver":
      return t(mine ? "say.you_took_over" : "say.took_over", { name, points: event.points, n: event.dice.length });
    case "Gifted":
      return t(mine ? "say.you_gifted" : "say.gifted", { name, points: event.points });
    case "Bumped":
      return t(mine ? "say.you_bumped" : "say.bumped", { name, points: event.total });
    case "KnockedOut":
      return t(mine ? "say.you_knocked_out" : "say.knocked_out", { name });
    case "FirstPlayerSet":
      return mine ? t("say.you_begin") : t("say.begins", { name });
    case "RollOffTied":
      return t("say.tied");
    case "TurnTimedOut":
      return mine ? t("say.you_late") : t("say.late", { name });
    case "TurnBegan":
      return mine || table.shared ? "" : t("say.turn", { name });
    case "LastTurnsBegan":
      return t(own(event.trigger) ? "say.you_last" : "say.last", { name: table.name(event.trigger) });
    case "PlayOffBegan":
      return t("say.play_off");
    case "Resigned":
      return mine ? t("say.you_left") : t("say.left", { name });
    case "GameEnded": {
      if (!event.winners.length) return t("say.lost_alone");
      const others = event.winners.filter((seat) => !own(seat));
      const names = list(others.map((seat) => table.name(seat)));
      if (others.length < event.winners.length) return others.length ? t("say.you_shared", { name: names }) : t("say.you_won");
      return t(event.winners.length === 1 ? "say.won" : "say.shared", { name: names });
    }
    default:
      return cardSentence(event, { rules: table.rules, name: (seat) => table.name(seat), you: own });
  }
}

function spoken(faces: readonly number[]): string {
  return [...faces].sort((a, b) => a - b).join(", ");
}
