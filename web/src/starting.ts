// Play at once: a table with bots on every other seat that begins by itself.

import { openTable } from "./net/api";
import type { CompiledRules } from "./net/messages";
import { as } from "./people.svelte";
import { router } from "./router.svelte";
import { settings, wish } from "./settings.svelte";
import { remember } from "./storage";

const CARD_PLAYERS = ["schemer", "eager"];

/** A Munchkin Dice table with two bots. */
export async function startMunchkin(): Promise<void> {
  const wish = { kind: "munchkin", rules: "munchkin-dice", seats: 3, bots: ["shrewd", "steady"] };
  const seated = await as((who) => openTable(who, wish));
  remember(`begin.${seated.match}`, true);
  router.go({ screen: "table", match: seated.match });
}

/** Open a table by these rules, as small as they allow, and go there. */
export async function startNow(rules: CompiledRules): Promise<void> {
  const seats = rules.seats.includes(2) ? 2 : (rules.seats[0] ?? 2);
  // Most bots never play a card; where there are cards, some sit down who do.
  const bots = Array.from({ length: seats - 1 }, (_, index) =>
    rules.cards ? (CARD_PLAYERS[index % CARD_PLAYERS.length] ?? settings.lastBot) : settings.lastBot,
  );
  // Against bots nobody is wronged by a hint.
  const options = { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true };
  const seated = await as((who) => openTable(who, { rules: rules.reference, seats, bots, options }));
  remember(`begin.${seated.match}`, true);
  if (!rules.reference.startsWith("{")) wish({ lastSheet: rules.name });
  router.go({ screen: "table", match: seated.match });
}
