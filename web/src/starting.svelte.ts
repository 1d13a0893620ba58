// Play at once: a table with bots on every other seat that begins by itself.

import { openTable, Refusal } from "./net/api";
import type { CompiledRules } from "./net/messages";
import { as } from "./people.svelte";
import { NEW_TABLE, router } from "./router.svelte";
import { settings, wish } from "./settings.svelte";
import { remember } from "./storage";
import { foreseeable, type Opening } from "./table/opening";

/** The sheet of the game with levels and the ten-sided die, which has a table of its own. */
export const MUNCHKIN = "munchkin-dice";

const CARD_PLAYERS = ["schemer", "eager"];

/** Why the last table could not be set up; told on the first screen. */
export const lastStart: { fault: Refusal | null } = $state({ fault: null });

/** The table that is being set up, and its match as soon as there is one. */
let underWay: { opening: Opening; match: string } | undefined;

/** The table that is being set up and is not there yet. */
export function opening(): Opening | undefined {
  return underWay?.match === "" ? underWay.opening : undefined;
}

/** What tells tables apart: one that was set up here stays the same when it gets its address. */
export function sameTable(match: string): string {
  return underWay?.match === match ? NEW_TABLE : match;
}

/** A Munchkin Dice table with two bots. */
export async function startMunchkin(): Promise<void> {
  const wish = { kind: "munchkin", rules: MUNCHKIN, seats: 3, bots: ["shrewd", "steady"] };
  const seated = await as((who) => openTable(who, wish));
  remember(`begin.${seated.match}`, true);
  router.go({ screen: "table", match: seated.match });
}

/** Open a table by these rules, as small as they allow, and go there: at once, where its beginning is known. */
export async function startNow(rules: CompiledRules): Promise<void> {
  const seats = rules.seats.includes(2) ? 2 : (rules.seats[0] ?? 2);
  // Most bots never play a card; where there are cards, some sit down who do.
  const bots = Array.from({ length: seats - 1 }, (_, index) =>
    rules.cards ? (CARD_PLAYERS[index % CARD_PLAYERS.length] ?? settings.lastBot) : settings.lastBot,
  );
  // Against bots nobody is wronged by a hint.
  const options = { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true };
  const seated = as((who) => openTable(who, { rules: rules.reference, seats, bots, options })).then((seat) => {
    remember(`begin.${seat.match}`, true);
    if (!rules.reference.startsWith("{")) wish({ lastSheet: rules.name });
    return seat;
  });
  lastStart.fault = null;
  if (!foreseeable(rules)) {
    router.go({ screen: "table", match: (await seated).match });
    return;
  }
  const started = { opening: { rules, bots, seated }, match: "" };
  underWay = started;
  router.go({ screen: "table", match: NEW_TABLE });
  seated.then(
    ({ match }) => {
      started.match = match;
      // Who has gone elsewhere meanwhile finds the game on the first screen.
      if (here(started)) router.go({ screen: "table", match }, true);
    },
    (error: unknown) => {
      lastStart.fault = error instanceof Refusal ? error : new Refusal(0, "unreachable", "");
      if (here(started)) router.go({ screen: "home" }, true);
      if (underWay === started) underWay = undefined;
    },
  );
}

function here(started: object): boolean {
  return underWay === started && router.route.screen === "table" && router.route.match === NEW_TABLE;
}
