// How training goes, kept on this device: what was answered, what it cost, and which exercises come again.

/** What went wrong comes again after so many others; right three times, and it is learnt. */
const AGAIN_AFTER = [3, 8, 20] as const;
/** So many answers say what a theme costs. */
const ENOUGH = 5;
/** Every so many new exercises one is of the kind that costs most. */
const WEAK_EVERY = 3;

/** An exercise, which the server makes again from the same sheet, seed and theme, or from its position. */
export interface Task {
  rules: string;
  seed: string;
  theme?: string;
  /** A moment of a game of one's own. */
  position?: string;
}

export interface Again extends Task {
  due: number;
  /** How often it was right since it went wrong. */
  times: number;
}

/** Answers of one kind; the cost is in shares of a win. */
export interface Tally {
  answered: number;
  right: number;
  cost: number;
}

export interface Progress {
  /** This device's own seed, so that nobody gets another's exercises. */
  seed: string;
  given: number;
  answered: number;
  right: number;
  streak: number;
  again: Again[];
  themes: Record<string, Tally>;
}

export function newProgress(seed: string): Progress {
  return { seed, given: 0, answered: 0, right: 0, streak: 0, again: [], themes: {} };
}

/** Progress as it was kept; what an older page did not keep is empty. */
export function restored(kept: Omit<Progress, "themes"> & { themes?: Progress["themes"] }): Progress {
  return { ...kept, themes: kept.themes ?? {} };
}

const same = (one: Task, other: Task): boolean =>
  one.rules === other.rules && one.seed === other.seed && one.theme === other.theme && one.position === other.position;

const bare = ({ rules, seed, theme, position }: Task): Task => ({
  rules,
  seed,
  ...(theme ? { theme } : {}),
  ...(position ? { position } : {}),
});

/** The theme that costs most with each answer, once there are enough answers to say so. */
export function weakest(progress: Progress): string | undefined {
  const known = Object.entries(progress.themes).filter(([, tally]) => tally.answered >= ENOUGH);
  const cost = ([, tally]: [string, Tally]): number => tally.cost / tally.answered;
  return known.reduce<[string, Tally] | undefined>((most, one) => (most && cost(most) >= cost(one) ? most : one), undefined)?.[0];
}

/** The next exercise of a sheet: the one that is due longest, then those from games of one's own, else a new one. */
export function nextTask(progress: Progress, rules: string, own: readonly Task[] = []): Task {
  const due = progress.again
    .filter((one) => one.rules === rules && one.due <= progress.answered)
    .sort((a, b) => a.due - b.due)[0];
  if (due) return bare(due);
  const mine = own.find((one) => !progress.again.some((other) => same(one, other)));
  if (mine) return mine;
  const number = progress.given + 1;
  const theme = number % WEAK_EVERY === 0 ? weakest(progress) : undefined;
  return { rules, seed: `${progress.seed} ${number}`, ...(theme ? { theme } : {}) };
}

/** The progress after an answer about a theme; `cost` is a share of a win. */
export function learnt(progress: Progress, task: Task, theme: string, right: boolean, cost: number): Progress {
  const answered = progress.answered + 1;
  const before = progress.again.find((one) => same(one, task));
  const again = progress.again.filter((one) => !same(one, task));
  const times = right ? (before?.times ?? AGAIN_AFTER.length) + 1 : 0;
  const after = AGAIN_AFTER[times];
  if (after !== undefined) again.push({ ...task, due: answered + after, times });
  const fresh = task.seed === `${progress.seed} ${progress.given + 1}`;
  const tally = progress.themes[theme] ?? { answered: 0, right: 0, cost: 0 };
  return {
    ...progress,
    given: progress.given + (fresh ? 1 : 0),
    answered,
    right: progress.right + (right ? 1 : 0),
    streak: right ? progress.streak + 1 : 0,
    again,
    themes: {
      ...progress.themes,
      [theme]: { answered: tally.answered + 1, right: tally.right + (right ? 1 : 0), cost: tally.cost + cost },
    },
  };
}
