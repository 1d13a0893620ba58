// Faces: one for each bot, and twenty that people choose from, each with two expressions. All are drawn by us.

export { botKind, regular, type Regular } from "./regulars";

const files = import.meta.glob<string>("./faces/*.svg", { query: "?url", import: "default", eager: true });

/** The faces that people may wear. */
export const PEOPLE = [
  "bear", "panda", "rabbit", "otter", "frog", "pig", "koala", "lion", "tiger", "penguin",
  "duck", "seal", "deer", "wolf", "mouse", "elephant", "sheep", "octopus", "robot", "dragon",
] as const; // prettier-ignore
export type PersonFace = (typeof PEOPLE)[number];

/** How many colours there are to choose from. */
export const COLOURS = 8;

/** A face that somebody wears, "otter-3", as what is shown; undefined where it is none of ours. */
export function worn(face: string): { name: PersonFace; colour: number } | undefined {
  const [, name = "", colour = ""] = /^([a-z]+)-(\d)$/.exec(face) ?? [];
  const known = PEOPLE.find((one) => one === name);
  return known && Number(colour) < COLOURS ? { name: known, colour: Number(colour) } : undefined;
}

/** Whom a seat shows whose player chose no face: another one for each of twenty seats, on a ground of its own. */
export function lent(seat: number): { name: PersonFace; colour: number } {
  return { name: PEOPLE[(seat * 3) % PEOPLE.length] ?? PEOPLE[0], colour: seat % COLOURS };
}

/** The address of a drawing, "" where there is none. */
export function drawing(name: string, glad = false): string {
  return files[`./faces/${name}${glad ? "-glad" : ""}.svg`] ?? files[`./faces/${name}.svg`] ?? "";
}
