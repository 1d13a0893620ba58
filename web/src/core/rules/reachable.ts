// With which totals a turn can end: what somebody claims to have played at a table is held against it.

import { sortedRolls } from "./combinations";
import { JOKER, stepOf, tableOf, type Ruleset } from "./ruleset";

/** No turn that somebody claims to have played at a table is believed beyond this. */
export const MAX_TURN = 200_000;

/** By the faces that dice may show: the turn totals that can be, and up to which one that is known. */
type Totals = Map<number, { known: number; bits: bigint }>;
const found = new WeakMap<Ruleset, Totals>();

/** Whether some turn with all dice can end with exactly this total; `jokers`: the player's own dice have some. */
export function canScore(rules: Ruleset, total: number, jokers = false): boolean {
  const step = stepOf(rules);
  if (total <= 0 || total > MAX_TURN || total % step) return false;
  let memory = found.get(rules);
  if (!memory) found.set(rules, (memory = new Map()));
  const index = total / step;
  const faces = jokers ? JOKER : tableOf(rules).faces;
  let totals = memory.get(faces);
  if (!totals || index > totals.known) {
    const known = 2 ** index.toString(2).length;
    memory.set(faces, (totals = { known, bits: reachable(rules, known, faces) }));
  }
  return ((totals.bits >> BigInt(index)) & 1n) === 1n;
}

/** Bit k is set where a turn can end with k steps of points, for every k up to `limit`. */
function reachable(rules: Ruleset, limit: number, faces: number): bigint {
  const mask = (1n << BigInt(limit + 1)) - 1n;
  const full = rules.dice;
  const step = stepOf(rules);
  const moves = new Map<string, [number, number, bigint]>();
  for (let count = 1; count <= full; count++) {
    for (const roll of sortedRolls(count, faces)) {
      for (const { dice_left, points } of tableOf(rules).options(roll)) {
        const move: [number, number, bigint] = [count, dice_left || full, BigInt(points / step)];
        moves.set(move.join(), move);
      }
    }
  }
  const reached = Array<bigint>(full + 1).fill(0n);
  reached[full] = 1n;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [count, left, points] of moves.values()) {
      const before = reached[left] ?? 0n;
      const more = before | (((reached[count] ?? 0n) << points) & mask);
      if (more !== before) {
        reached[left] = more;
        changed = true;
      }
    }
  }
  if (rules.hot_dice === "forced") reached[full] = 0n; // with no die left the turn goes on
  return reached.reduce((all, bits) => all | bits, 0n) & ~1n;
}
