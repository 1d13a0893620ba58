// Exercises from one's own games: what went wrong in the latest of them, the costliest first.

import { myGames, person } from "../net/api";
import type { Exercise, Review } from "../net/messages";
import { reportOn } from "../review/reports";
import type { Word } from "../words/words.svelte";
import type { Task } from "./progress";

/** So many of the latest games are looked through. */
const MOST_GAMES = 5;

/** What a seat got wrong in a game, the costliest first. */
export function mistakesOf(review: Review, seat: number, rules: string): Task[] {
  return review.decisions
    .filter((one) => one.seat === seat && one.class !== "fine" && !one.forced && one.position)
    .sort((a, b) => b.loss - a.loss)
    .map((one) => ({ rules, seed: "", position: one.position }));
}

/** Exercises from the latest games of this person by a sheet; none where nobody has played here. */
export async function ownMistakes(rules: string): Promise<Task[]> {
  const who = person();
  if (!who) return [];
  const { games } = await myGames(who);
  const mine = games
    .filter((game) => game.status === "over" && game.rules === rules && game.seat !== null)
    .sort((a, b) => b.updated - a.updated)
    .slice(0, MOST_GAMES);
  const found: Task[] = [];
  for (const game of mine) {
    try {
      found.push(...mistakesOf((await reportOn(game.match)).report, game.seat ?? 0, rules));
    } catch {
      // A game that cannot be reviewed has no exercises; the others may.
    }
  }
  return found;
}

const THEMES: Record<Exercise["theme"], Word> = {
  "which dice": "train.theme_dice",
  "stop or roll": "train.theme_stop",
  "hot dice": "train.theme_hot",
  "last turn": "train.theme_last",
  "on the board": "train.theme_board",
  "near the end": "train.theme_end",
};

/** The word for a theme. */
export function themeWord(theme: string): Word | undefined {
  return THEMES[theme as Exercise["theme"]];
}
