// The games of this person: those of the server, or what this device remembers of them, and those that are kept here.

import { idle } from "../idle";
import { serverExpected } from "../local/where";
import { gamesHere, myGames, person, Refusal } from "../net/api";
import type { GameLine } from "../net/messages";
import { as } from "../people.svelte";
import { recall, remember } from "../storage";

/** How many finished games are worth a line. */
const MOST_DONE = 3;
const REMEMBERED = 20;

export class Games {
  #all: GameLine[] = $state.raw([]);
  /** The list is the one that this device remembers: there is no server now. */
  alone = $state(false);

  /** Those that wait for this person. */
  readonly waiting = $derived(this.#all.filter((game) => game.your_turn));
  /** Those that go on without, and then the last ones that are over. */
  readonly others = $derived([
    ...this.#all.filter((game) => !game.your_turn && game.status !== "over"),
    ...this.#all.filter((game) => game.status === "over").slice(0, MOST_DONE),
  ]);

  async look(): Promise<void> {
    const own = gamesHere().catch(() => ({ games: [] }));
    let kept: GameLine[] = [];
    if (person() && serverExpected()) {
      try {
        kept = (await as(myGames)).games;
        this.alone = false;
        idle(() => remember("games", kept.slice(0, REMEMBERED)));
      } catch (error) {
        this.alone = error instanceof Refusal && !error.status;
        kept = this.alone ? recall<GameLine[]>("games", []) : [];
      }
    }
    this.#all = [...kept, ...(await own).games].sort((a, b) => b.updated - a.updated);
  }
}
