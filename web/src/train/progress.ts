// How training goes, kept on this device: what was answered, and which exercises come again.

/** What went wrong comes again after so many others; right three times, and it is learnt. */
const AGAIN_AFTER = [3, 8, 20] as const;

/** An exercise, which the server makes again from the same sheet and seed. */
export interface Task {
  rules: string;
  seed: string;
}

export interface Again extends Task {
  due: number;
  /** How often it was right since it went wrong. */
  times: number;
}

export interface Progress {
  /** This device's own seed, so that nobody gets another's exercises. */
  seed: string;
  given: number;
  answered: number;
  right: number;
  streak: number;
  again: Again[];
}

export function newProgress(seed: string): Progress {
  return { seed, given: 0, answered: 0, right: 0, streak: 0, again: [] };
}

/** The next exercise of a sheet: the one that is due longest, else a new one. */
export function nextTask(progress: Progress, rules: string): Task {
  const due = progress.again
    .filter((one) => one.rules === rules && one.due <= progress.answered)
    .sort((a, b) => a.due - b.due)[0];
  return due ? { rules: due.rules, seed: due.seed } : { rules, seed: `${progress.seed} ${progress.given + 1}` };
}

/** The progress after an answer. */
export function learnt(progress: Progress, task: Task, right: boolean): Progress {
  const same = (one: Task): boolean => one.rules === task.rules && one.seed === task.seed;
  const answered = progress.answered + 1;
  const before = progress.again.find(same);
  const again = progress.again.filter((one) => !same(one));
  const times = right ? (before?.times ?? AGAIN_AFTER.length) + 1 : 0;
  const after = AGAIN_AFTER[times];
  if (after !== undefined) again.push({ ...task, due: answered + after, times });
  const fresh = task.seed === `${progress.seed} ${progress.given + 1}`;
  return {
    ...progress,
    given: progress.given + (fresh ? 1 : 0),
    answered,
    right: progress.right + (right ? 1 : 0),
    streak: right ? progress.streak + 1 : 0,
    again,
  };
}
