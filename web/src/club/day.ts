// The game of a day on this device: where it is kept, how it is begun, and what a server says about it.

import { closes, dayOf, openSeed, sealOf } from "../core/club/days";
import { SHEET } from "../core/club/daily";
import { load } from "../core/rules/loading";
import { allGames, loadGame, saveGame, type LocalGame } from "../local/games";
import { serverExpected } from "../local/where";
import { dayNow, dayOwn, dayPast, Refusal } from "../net/api";
import type { DayNow, OwnDay } from "../net/messages";
import { as, givenName } from "../people.svelte";
import { recall, remember } from "../storage";
import { dayGame, OPEN, PRACTICE, SEALED } from "./ids";

export const openId = (day: string): string => OPEN + day;
export const sealedId = (day: string): string => SEALED + day;

function blank(id: string, seed: string): LocalGame {
  const rules = load(SHEET);
  const now = Date.now();
  const rest = { first: 0, events: [], begun: now, changed: now, over: false, start: "", late: 0, colours: [] };
  return { id, rules: SHEET, title: rules.title, names: [givenName() || "You"], players: ["human"], seed, dice: seed ? "" : "real", ...rest };
}

function seated(id: string): string {
  remember(`seats.${id}`, { "seat 0": "0" });
  return id;
}

/** Begin the open game of a day, or go on with it: there is one for each day, whatever the clock says. */
export async function openGame(day: string): Promise<string> {
  const id = openId(day);
  if (!(await loadGame(id))) await saveGame(blank(id, openSeed(day)));
  return seated(id);
}

/** The game of the day on the server; its dice fall there. */
export function sealedGame(day: string): string {
  return seated(sealedId(day));
}

/** A game of a past day, by its seed; another one every time. */
export async function practiceGame(day: string, seed: string): Promise<string> {
  const id = `${PRACTICE}${day}-${Date.now().toString(36)}`;
  await saveGame(blank(id, seed));
  return seated(id);
}

/** A sealed game as this device keeps it when it is over: for its review, and for the page about you. */
export function sealedCopy(day: string, events: LocalGame["events"]): LocalGame {
  return { ...blank(sealedId(day), ""), events };
}

/** Today by the clock of this device. */
export const here = (): string => dayOf(Date.now());

/** What the server says of today; null where there is no server, or none with a day. */
export async function askServer(): Promise<DayNow | null> {
  if (!serverExpected()) return null;
  try {
    const now = await dayNow();
    note(now);
    return now;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The seals that this device has seen before their day: a server cannot change a seed after that. */
function note(now: DayNow): void {
  const seals = recall<Record<string, string>>("seals", {});
  const { last } = now;
  // A server that was restored from a backup goes on with other dice, and says so: it tells those of before, too.
  const told = [last, ...last.restored];
  const known = told.some((one) => one.seal === (seals[last.day] ?? last.seal));
  const broken = last.seed !== "" && !(known && told.every((one) => sealOf(one.seed) === one.seal));
  const kept = Object.entries({ ...seals, [now.today.day]: seals[now.today.day] ?? now.today.seal, [now.next.day]: seals[now.next.day] ?? now.next.seal });
  remember("seals", Object.fromEntries(kept.sort().slice(-5)));
  if (broken) remember("seal.broken", last.day);
}

/** The day whose seed was not the one that had been sealed, where that ever happened here. */
export const brokenSeal = (): string => recall("seal.broken", "");

/** The own game of a day on the server. */
export const ownDay = (day: string): Promise<OwnDay> => as((who) => dayOwn(who, day));

/** The seed of a day that is past: the server's, else that of the public formula. */
export async function pastSeed(day: string, server: boolean): Promise<string> {
  if (!server) return openSeed(day);
  const { seed } = await dayPast(day);
  return seed;
}

/** Whether an open game of a day may still be ended and count. */
export const mayEnd = (day: string): boolean => Date.now() < closes(day);

/** On how many days a game was played to its end on this device; it only grows. */
export async function daysPlayed(): Promise<number> {
  const days = new Set((await allGames()).flatMap((game) => {
    const found = dayGame(game.id);
    return game.over && found && found.kind !== "practice" ? [found.day] : [];
  }));
  const count = Math.max(days.size, recall("days.played", 0));
  remember("days.played", count);
  return count;
}
