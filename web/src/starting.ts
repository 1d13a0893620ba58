// Play at once: a table with bots on every other seat that begins by itself.

import { openTable } from "./net/api";
import type { CompiledRules } from "./net/messages";
import { as } from "./people.svelte";
import { router } from "./router.svelte";
import { settings, wish } from "./settings.svelte";
import { remember } from "./storage";

/** Open a table by these rules, as small as they allow, and go there. */
export async function startNow(rules: CompiledRules): Promise<void> {
  const seats = rules.seats.includes(2) ? 2 : (rules.seats[0] ?? 2);
  const bots = Array<string>(seats - 1).fill(settings.lastBot);
  const seated = await as((who) => openTable(who, { rules: rules.reference, seats, bots }));
  remember(`begin.${seated.match}`, true);
  if (!rules.reference.startsWith("{")) wish({ lastSheet: rules.name });
  router.go({ screen: "table", match: seated.match });
}
