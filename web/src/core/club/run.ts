// The run: positions of rising difficulty until the third mistake, without a clock.

import { exercise } from "../coach/exercises";
import type { Exercise } from "../coach/forms";
import type { Ruleset } from "../rules/ruleset";

/** The run ends with so many mistakes. */
export const MISTAKES = 3;
/** So many exercises are looked at for each place, and the one is taken whose difficulty is due. */
const POOL = 6;

/** How hard a position is: the less the tempting choice costs, the harder it is to see. */
export function difficulty(task: Exercise): number {
  return 1 / (1 + (50 * task.tempting.loss) / task.scale);
}

/** The position at a place of a run, from 0: of a few, the one that is hard enough by now. */
export function positionAt(rules: Ruleset, seed: string, place: number): Exercise {
  const pool = Array.from({ length: POOL }, (_, number) => exercise(rules, `${seed}.${place}.${number}`));
  pool.sort((a, b) => difficulty(a) - difficulty(b));
  // From the easiest of six to the hardest within twenty positions, and the hardest from there on.
  return pool[Math.min(POOL - 1, Math.floor((place * POOL) / 20))] as Exercise;
}
