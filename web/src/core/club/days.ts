// Days of the daily game: their numbers, how long one is open, and the seed that its dice follow from.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const FIRST = Date.UTC(2026, 0, 1);
const DAY = 24 * 3600 * 1000;
const GRACE = 2 * 3600 * 1000;
const FORMULA = "hotdice-daily-1";

/** The day of the daily game, such as 2026-11-16: a day of UTC, wherever somebody lives. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The number by which people name a day's game. */
export function numberOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - FIRST) / DAY) + 1;
}

/** The day with a number; null where it is before the first day, or no number. */
export function dayNumbered(number: number): string | null {
  if (!Number.isInteger(number) || number < 1 || number > 100_000) return null;
  return dayOf(FIRST + (number - 1) * DAY);
}

/** Whether a text is a day, from the first one on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return at >= FIRST && dayOf(at) === text;
}

/** The day before, or so many days later. */
export function dayAfter(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY);
}

/** When the last game of a day is over, in milliseconds: two hours after midnight. */
export function closes(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + DAY + GRACE;
}

/** The seed of a day where there is no server: everybody can compute it, so its game is called open. */
export function openSeed(day: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${FORMULA} open ${day}`)));
}

/** What a server shows of a seed before the day: its hash, which binds it. */
export function sealOf(seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(seed)));
}
