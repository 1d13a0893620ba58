// Runs as this device keeps them: how far each went, and every mistake, so that it can be opened.

import { MISTAKES } from "../core/club/run";
import { recall, remember } from "../storage";

const MOST = 50;

export interface Step {
  position: string;
  right: boolean;
  cost: number;
}

export interface Run {
  sheet: string;
  seed: string;
  date: string;
  right: number;
  steps: Step[];
}

export function newRun(sheet: string, seed: string): Run {
  return { sheet, seed, date: new Date().toISOString().slice(0, 10), right: 0, steps: [] };
}

/** The run after an answer. */
export function answered(run: Run, step: Step): Run {
  return { ...run, steps: [...run.steps, step], right: run.right + Number(step.right) };
}

export const mistakes = (run: Run): number => run.steps.length - run.right;
export const isOver = (run: Run): boolean => mistakes(run) >= MISTAKES;

/** Keep a run in the history. */
export function keepRun(run: Run): void {
  remember("runs", [...recall<Run[]>("runs", []), run].slice(-MOST));
}
