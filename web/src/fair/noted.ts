// What this device noted before the game: the seal it was shown and the seeds it gave. The server cannot change these.

import type { TableView } from "../net/messages";
import { recall, remember } from "../storage";
import { bound, sealingStep, type Part, type Step } from "./sealing";
import type { Noted } from "./verify";

/** As it is kept: `seeds` were given openly, by an earlier version of this page; `parts` by the lines of this device. */
interface Kept {
  commitment: string;
  seeds: readonly string[];
  drawn?: Record<string, string>;
  parts?: Record<string, Part>;
}

const NOTHING: Kept = { commitment: "", seeds: [] };

const kept = (match: string): Kept => recall<Kept>(`fair.${match}`, NOTHING);
const keep = (match: string, what: Kept): void => remember(`fair.${match}`, what);

export function noted(match: string): Noted {
  const { commitment, seeds, parts = {} } = kept(match);
  const mine = Object.values(parts);
  return { commitment, seeds: [...seeds, ...mine.map((part) => part.seed)], parts: mine };
}

/** Note the seal of a table, the first time that it is seen. */
export function noteSeal(match: string, commitment: string): void {
  const known = kept(match);
  if (!known.commitment && commitment) keep(match, { ...known, commitment });
}

/** The seats of this device at a table whose seeds are shown: those whose seeds it gave. */
export function seatsOf(match: string, seeds: readonly string[]): number[] {
  return noted(match).seeds.flatMap((seed) => {
    const seat = seeds.indexOf(seed);
    return seat < 0 ? [] : [seat];
  });
}

/** Note a seed that is to be sealed. */
export function noteDrawn(match: string, seal: string, seed: string): void {
  const known = kept(match);
  keep(match, { ...known, drawn: { ...known.drawn, [seal]: seed } });
}

/** The seed of this device behind a seal; empty where the seal is not its own. */
export function behind(match: string, seal: string): string {
  return kept(match).drawn?.[seal] ?? "";
}

/** What one line of this device says about its seed now; all that it rests on is noted first. */
export function takePart(line: string, view: TableView, draw: () => string): Step["say"] {
  noteSeal(view.match, view.commitment);
  const known = kept(view.match);
  if (known.commitment !== view.commitment) return [];
  const step = sealingStep(view, known.drawn ?? {}, draw);
  if (step.drawn) noteDrawn(view.match, step.drawn.seal, step.drawn.seed);
  if (step.opened) {
    const now = kept(view.match);
    keep(view.match, { ...now, parts: { ...now.parts, [line]: step.opened } });
  }
  return step.say;
}

/** Whether a game that has begun shows another seal or other seeds than this device noted before. */
export function deceived(view: TableView): boolean {
  if (view.phase === "open" || !view.seeds.length) return false;
  const { commitment, seeds, parts } = noted(view.match);
  if (commitment && commitment !== view.commitment) return true;
  return seeds.some((seed) => !view.seeds.includes(seed)) || (parts ?? []).some((part) => !bound(view.match, view.seeds, part));
}
