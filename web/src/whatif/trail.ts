// The way from a moment into what could have been: where one stands, and how one came there.

import type { Moment, Option, Review } from "../net/messages";
import type { Decision, Roll } from "../net/messages";
import { whatIf, type Pick } from "../net/api";

/** A step of the way: the moment, and what led to it; empty for the first. */
export interface Step {
  moment: Moment;
  said: string;
}

/** A moment of a recorded game: just before a decision, or with dice in the air. */
export interface Played {
  position: string;
  seat: number;
  round: number;
  step: number;
  decision?: Decision;
  roll?: Roll;
}

/** Every moment of a game that has a position, in order. */
export function momentsOf(review: Review): Played[] {
  const decisions = review.decisions.map((one): Played => ({ position: one.position, seat: one.seat, round: one.round, step: one.step, decision: one }));
  const rolls = review.rolls.map((one): Played => ({ position: one.position, seat: one.seat, round: one.round, step: one.step, roll: one }));
  return [...decisions, ...rolls].filter((one) => one.position).sort((a, b) => a.step - b.step);
}

/** What names an option when it is asked for. */
export function pick({ action, keep, card, target, with_dice }: Option): Pick {
  return { action, keep, card, target, with_dice };
}

const known = new Map<string, Promise<Moment>>();
const MOST = 200;

/** The moment of a position. The coach is asked only once: values of a position do not change while one looks. */
export function momentAt(position: string, unit: Review["unit"] | undefined): Promise<Moment> {
  const key = `${unit ?? ""} ${position}`;
  let found = known.get(key);
  if (!found) {
    found = whatIf({ position, ...(unit ? { unit } : {}) });
    note(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/** A moment that is known already, so that going there asks nobody. */
export function remember(moment: Moment, unit: Review["unit"] | undefined): void {
  if (moment.position) note(`${unit ?? ""} ${moment.position}`, Promise.resolve(moment));
}

function note(key: string, moment: Promise<Moment>): void {
  const oldest = known.keys().next();
  if (known.size >= MOST && !oldest.done) known.delete(oldest.value);
  known.set(key, moment);
}

/** Where nothing but the first roll of a turn can be done, one asks for its dice at once. */
export function mustRoll(moment: Moment): boolean {
  const options = moment.advice?.options ?? [];
  return moment.waits === "dice" || (!moment.roll && options.length === 1 && options[0]?.action === "roll");
}
