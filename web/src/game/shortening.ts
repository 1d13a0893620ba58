// Names as they are shown where there is little room.

/** How many letters of a name are shown. */
const LONGEST = 20;
const letters = typeof Intl !== "undefined" && "Segmenter" in Intl ? new Intl.Segmenter() : undefined;

/** A name as it is shown: whole letters, emoji and writing from the right included, and an ellipsis where it goes on. */
export function shortName(name: string): string {
  if (name.length <= LONGEST) return name;
  const all = letters ? Array.from(letters.segment(name), (one) => one.segment) : [...name];
  return all.length > LONGEST ? `${all.slice(0, LONGEST - 1).join("").replace(/\s+$/, "")}…` : name;
}
