// Three lines about a daily game that spoil nothing: points, shapes best first, what was given away.

import { numberOf } from "../core/club/days";
import { shapesOf, type Judged } from "../core/club/daily";
import { number, t } from "../words/words.svelte";
import type { Kind } from "./ids";

/** What somebody sends to friends, in the language of the page. */
export function shareText(day: string, kind: Kind, judged: Judged, fox: number): string {
  const gave = Math.round(judged.given_away);
  const lines = [
    `Hotdice ${numberOf(day)}${kind === "sealed" ? "" : ` ${t("daily.open_word")}`}: ${number(judged.points)} (${t("daily.fox")} ${number(fox)})`,
    shapesOf(judged.rounds),
    gave ? t("daily.gave", { points: gave }) : t("daily.gave_nothing"),
  ];
  if (judged.got_away) lines[2] += ` ${t("daily.got_away", { n: judged.got_away })}`;
  return lines.join("\n");
}
