// Once more with the same people: who would play again already, and going there oneself.

import { guests, keepGuests, rematch, table as look } from "../net/api";
import type { TableView } from "../net/messages";
import { as } from "../people.svelte";
import { router } from "../router.svelte";
import { remember } from "../storage";

/** The table that is over. */
interface Ended {
  readonly match: string;
  readonly view: TableView | null;
  readonly seats: readonly number[];
  readonly shared: boolean;
}

export class Rematch {
  busy = $state(false);
  #waiting: string[] = $state.raw([]);
  #table: Ended;

  /** To be made by a component: it follows the table as long as that is there. */
  constructor(table: Ended) {
    this.#table = table;
    $effect(() => {
      const next = this.#table.view?.rematch;
      if (!next || this.busy) return;
      void look(next).then(
        (found) => (this.#waiting = found.chairs.filter((chair) => !chair.empty && !chair.bot).map((chair) => chair.name)),
        () => undefined,
      );
    });
  }

  /** The seat of somebody else who sits at the new table already; -1 for nobody. */
  get asking(): number {
    const { view, seats } = this.#table;
    return view?.chairs.findIndex((chair, seat) => this.#waiting.includes(chair.name) && !seats.includes(seat)) ?? -1;
  }

  /** The same people again; those who share this device take their new seats one after the other. Raises what stands in the way. */
  async begin(): Promise<void> {
    const { match, shared } = this.#table;
    this.busy = true;
    try {
      const seated = await as((who) => rematch(who, match));
      for (const guest of shared ? guests(match) : []) await rematch(guest, match);
      if (shared) keepGuests(seated.match, guests(match));
      // It begins by itself when the last one sits there again.
      remember(`begin.${seated.match}`, true);
      router.go({ screen: "table", match: seated.match });
    } catch (error) {
      this.busy = false;
      throw error;
    }
  }
}
