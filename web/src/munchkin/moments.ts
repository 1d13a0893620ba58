// What of a Munchkin Dice game is heard, felt and written on the felt for a moment. Pure, for tests.

import type { Moment } from "../table/scene";
import { CARD, FARKLE, GOOD, PENALTY } from "../table/scene";
import type { Sound } from "../table/tones";
import { t } from "../words/words.svelte";
import type { MunchkinEvent } from "./types";
import { eventText, type Names } from "./words";

export interface Told {
  sound: Sound;
  /** A deeper knock, and how many of its parts are heard. */
  weight?: number;
  most?: number;
  /** What a phone feels; only who it is about, or everybody where it is the end. */
  buzz?: number[];
  sign?: Moment;
  /** How long the sign is looked at. */
  time?: number;
  /** A step up or down the stairs. */
  climbs?: { seat: number; levels: number };
}

/** A card that flies: from whom, and to whom it is meant for. */
function played(event: MunchkinEvent, from: number, to: number, names: Names): Told {
  return { sound: "card", buzz: [8], sign: { kind: "card", text: eventText(event, names), card: event.card ?? "", seat: from, target: to }, time: CARD };
}

/** The moment that an event is, if it is one. `batch` is what happened with it: a victory says what it brought. */
export function momentOf(event: MunchkinEvent, batch: readonly MunchkinEvent[], names: Names): Told | null {
  const seat = event.seat ?? -1;
  const text = eventText(event, names);
  switch (event.type) {
    case "LevelPaid":
      return { sound: "shake", climbs: { seat, levels: -1 } };
    case "DieThrown":
      return { sound: "land", weight: 1.4, most: 3, buzz: [8, 40, 8] };
    case "DoorKicked":
      return { sound: "land", weight: 2.4, most: 2, buzz: [30] };
    case "DieTurned":
    case "CardPlayed":
    case "FightBoosted":
    case "MonsterJoined":
      return played(event, seat, seat, names);
    case "CurseStruck":
      return { ...played(event, event.by ?? seat, seat, names), buzz: [60] };
    case "ItemsSold":
      return { sound: "bank", buzz: [15] };
    case "HelpAnswered":
      return event.yes ? { sound: "pop" } : null;
    case "FightWon": {
      const gained = batch.find((one) => one.type === "LevelsGained" && one.seat === seat && one.why === "victory")?.levels ?? 0;
      return { sound: "good", buzz: [15, 50, 15], sign: { kind: "good", text, ...(gained ? { more: t("mk.gains", { n: gained }) } : {}) }, time: GOOD };
    }
    case "EscapeThrown":
      return event.escaped
        ? { sound: "keep", buzz: [8], sign: { kind: "bank", text, more: t("mk.threw", { face: event.face ?? 0 }) }, time: GOOD }
        : { sound: "farkle", buzz: [120], sign: { kind: "farkle", text, more: t("mk.threw", { face: event.face ?? 0 }) }, time: FARKLE };
    case "Died":
      return { sound: "penalty", buzz: [120, 80, 120], sign: { kind: "farkle", text }, time: PENALTY };
    case "LevelsGained":
      return { sound: "board", buzz: [15], climbs: { seat, levels: event.levels ?? 1 } };
    case "LevelsLost":
      return { sound: "farkle", buzz: [60], climbs: { seat, levels: -(event.levels ?? 1) } };
    case "GameEnded": {
      const winners = event.winners ?? [];
      const ours = names.own !== null && names.own !== undefined && winners.includes(names.own);
      return { sound: winners.length > 1 ? "tie" : ours ? "win" : "loss", ...(ours ? { buzz: [40, 60, 40, 60, 120] } : {}) };
    }
    default:
      return null;
  }
}
