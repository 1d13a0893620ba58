// Play at once: a table with bots on every other seat that begins by itself.

import { openHere, openTable, person, Refusal } from "./net/api";
import { serverExpected } from "./local/where";
import type { CompiledRules } from "./net/messages";
import { as, givenName, NAMELESS } from "./people.svelte";
import { address, NEW_TABLE, router } from "./router.svelte";
import { settings, wish } from "./settings.svelte";
import { recall, remember } from "./storage";
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

const SHORT = 3000;
/** A sheet whose race is long enough to have a short form. */
const LONG = 5000;

/** The same sheet to 3,000, for ten minutes; undefined where the sheet is no long race. */
export function shortened(rules: CompiledRules): CompiledRules | undefined {
  if (rules.rounds || rules.cards || rules.target < LONG || rules.reference.startsWith("{")) return undefined;
  // What the server makes of the reference differs from the sheet in nothing but this.
  const reference = JSON.stringify({ base: rules.name, target: SHORT });
  return { ...rules, reference, base: rules.name, target: SHORT, title: `${rules.title}, to ${SHORT.toLocaleString("en")}` };
}

/** Somebody who has never played here, neither at a server's table nor on this device alone. */
export function isNewcomer(): boolean {
  return !person() && !recall("played", false);
}

/** Whom one plays: who was chosen; until then a newcomer meets the puppy, everybody else the ox. */
export function opposite(): string {
  return settings.lastBot || (isNewcomer() ? "random" : "thumb");
}

/** Open a table by these rules, as small as they allow, and go there: at once, where its beginning is known. */
export async function startNow(rules: CompiledRules, opponent = opposite()): Promise<void> {
  const seats = rules.seats.includes(2) ? 2 : (rules.seats[0] ?? 2);
  // Most bots never play a card; where there are cards, some sit down who do.
  const bots = Array.from({ length: seats - 1 }, (_, index) =>
    rules.cards ? (CARD_PLAYERS[index % CARD_PLAYERS.length] ?? opponent) : opponent,
  );
  // Against bots nobody is wronged by a hint.
  const options = { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true, bags: [], party: "", best_of: 0 };
  lastStart.fault = null;
  if (!serverExpected()) return startHere(rules, bots);
  const seated = as((who) => openTable(who, { rules: rules.reference, seats, bots, options })).then((seat) => {
    remember(`begin.${seat.match}`, true);
    if (!rules.reference.startsWith("{") || rules.target === SHORT) wish({ lastSheet: rules.base || rules.name });
    return seat;
  });
  if (!foreseeable(rules)) {
    await seated.then(({ match }) => router.go({ screen: "table", match }), (error: unknown) => {
      if (!unreachable(error)) throw error;
      return startHere(rules, bots);
    });
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
    async (error: unknown) => {
      if (unreachable(error) && here(started)) {
        // Where the answer was quicker than the way to the table, that table appears only now.
        await startHere(rules, bots, true);
        if (underWay === started) underWay = undefined;
        return;
      }
      lastStart.fault = error instanceof Refusal ? error : new Refusal(0, "unreachable", "");
      if (here(started)) router.go({ screen: "home" }, true);
      if (underWay === started) underWay = undefined;
    },
  );
}

function unreachable(error: unknown): boolean {
  return error instanceof Refusal && error.status === 0;
}

/** The same game on this device alone; `instead` of the table that could not be set up. */
async function startHere(rules: CompiledRules, bots: string[], instead = false): Promise<void> {
  const { match } = await openHere({ rules: rules.reference, bots }, [givenName() || NAMELESS]);
  if (!rules.reference.startsWith("{")) wish({ lastSheet: rules.name });
  router.go({ screen: "table", match }, instead);
}

/** Whether the address is that of the table that is being set up; the screen follows the address a moment later. */
function here(started: object): boolean {
  return underWay === started && location.hash === address({ screen: "table", match: NEW_TABLE });
}
