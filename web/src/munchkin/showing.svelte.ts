// The moments of a Munchkin Dice table as they come: one sign at a time, sounds one after the other. Nothing waits for them.

import type { Moment } from "../table/scene";
import { GLAD } from "../table/scene";
import { Signs } from "../table/signs";
import { buzz, play } from "../table/sounds";
import { momentOf, type Told } from "./moments";
import type { MunchkinEvent } from "./types";
import type { Names } from "./words";

/** Milliseconds between two sounds of the same word of the server, and how many are heard at most. */
const APART = 170;
const MOST = 4;
/** What is written where several things happen at once. */
const RANK: Moment["kind"][] = ["bank", "card", "good", "farkle"];

export class Showing {
  moment: Moment | null = $state.raw(null);
  /** Who has just gone up or down the stairs, and by how much. */
  climb: { seat: number; levels: number } | null = $state.raw(null);

  readonly #signs = new Signs((moment) => (this.moment = moment));
  #flag: ReturnType<typeof setTimeout> | undefined;
  #sounds: ReturnType<typeof setTimeout>[] = [];

  /** Show and sound what has happened at once. */
  show(events: readonly MunchkinEvent[], names: Names): void {
    const told = events.flatMap((event) => {
      const found = momentOf(event, events, names);
      const mine = event.type === "GameEnded" || event.seat === names.own;
      return found ? [{ ...found, buzz: mine ? found.buzz : undefined }] : [];
    });
    told.slice(-MOST).forEach((one, place) => this.#sounds.push(setTimeout(() => play(one.sound, one.weight, one.most), place * APART)));
    this.#sounds = this.#sounds.slice(-MOST);
    // The last buzz is felt: one after another would be a noise.
    const felt = told.findLast((one) => one.buzz)?.buzz;
    if (felt) buzz(felt);
    this.#write(told);
    const climbs = told.findLast((one) => one.climbs)?.climbs;
    if (climbs) {
      this.climb = climbs;
      clearTimeout(this.#flag);
      this.#flag = setTimeout(() => (this.climb = null), GLAD);
    }
  }

  #write(told: readonly Omit<Told, "buzz">[]): void {
    const rank = (one: Omit<Told, "buzz">): number => (one.sign ? RANK.indexOf(one.sign.kind) : -1);
    const most = Math.max(-1, ...told.map(rank));
    const shown = told.findLast((one) => rank(one) === most);
    if (shown?.sign) this.#signs.put(shown.sign, shown.time ?? 0);
  }

  /** A tap that ends what is on show. */
  hurry(): void {
    this.#signs.clear();
  }

  close(): void {
    this.#signs.clear();
    clearTimeout(this.#flag);
    this.#sounds.forEach(clearTimeout);
  }
}
