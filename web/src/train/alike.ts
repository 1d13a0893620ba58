// Positions like one that went wrong: the standing and the number of dice the same, other faces, a little more or less at risk.

import type { Task } from "./progress";

/** So many are thrown; those that are a farkle, or leave no choice, are passed over. */
const THROWN = 24;
const STEP = 50;
const TURN = /~t(\d+)\.(\d+)(?:\.([1-6]+))?(?=~|$)/;

/** One position like another. */
export function alike(position: string, chance: () => number = Math.random): string {
  return position.replace(TURN, (_, points: string, dice: string, faces = "") => {
    const total = Number(points) && Math.max(STEP, Number(points) + STEP * Math.floor(chance() * 5 - 2));
    const shown = [...(faces as string)].map(() => 1 + Math.floor(chance() * 6)).sort((a, b) => a - b).join("");
    return `~t${total}.${dice}${shown ? "." : ""}${shown}`;
  });
}

/** Whether a text is a position where something can be decided, by the core: a farkle is none. */
export async function isPosition(text: string): Promise<boolean> {
  const { parsePosition } = await import("../core/game/positions");
  try {
    return Boolean(parsePosition(text));
  } catch {
    return false;
  }
}

/** The exercise of a position, and some like it. */
export function series(rules: string, position: string, chance?: () => number): Task[] {
  const others = Array.from({ length: THROWN }, () => alike(position, chance));
  return [...new Set([position, ...others])].map((one) => ({ rules, seed: "", position: one }));
}
