// The ids of games of the day: dice by the public formula, sealed by a server, or of a day that is past.

export const OPEN = "here-day-";
export const SEALED = "here-sealed-";
export const PRACTICE = "here-practice-";

export type Kind = "open" | "sealed" | "practice";
const ID = /^here-(day|sealed|practice)-(\d{4}-\d{2}-\d{2})/;

/** The day of a match and what kind of game it is; null where it is another game. */
export function dayGame(match: string): { day: string; kind: Kind } | null {
  const [, word, day = ""] = ID.exec(match) ?? [];
  if (!word) return null;
  return { day, kind: word === "day" ? "open" : word === "sealed" ? "sealed" : "practice" };
}
