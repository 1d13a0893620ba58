// Why something may not be done now, for the button or the sentence that says so.

import { tableOf } from "../core/rules/ruleset";
import type { Die } from "../game/choosing";
import type { BankOffer, CompiledRules, View } from "../net/messages";
import { t } from "../words/words.svelte";

/** Why banking is not possible; "" where it is. */
export type BankFault = "" | "nothing" | "needed" | "hot" | "uneven";

const FAULTS: Record<string, BankFault> = {
  "": "",
  below_opening: "needed",
  below_minimum: "needed",
  hot_dice: "hot",
  uneven: "uneven",
};

/** What the referee says of a bank now, where something that scores is chosen or lies aside. */
export function bankFault(game: View | null, chosen: boolean, offer: BankOffer | null): BankFault {
  if (!game || (game.step === "keep" ? !chosen : game.step !== "decide")) return "nothing";
  return offer ? (FAULTS[offer.code] ?? "nothing") : "nothing";
}

/** Why a die does not count now. */
export function dieFault(rules: CompiledRules, loose: readonly Die[], number: number): string {
  const die = loose.find((one) => one.number === number);
  if (!die) return "";
  const alike = loose.filter((one) => one.face === die.face).length;
  const triple = tableOf(rules).value([die.face, die.face, die.face]) ?? 0;
  if (alike === 2 && triple) return t("reason.pair", { face: die.face });
  return alike === 1 && triple ? t("reason.one", { face: die.face }) : t("reason.none", { face: die.face });
}
