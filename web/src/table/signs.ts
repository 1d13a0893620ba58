// Moments that nothing waits for: each is on show for its time, the next one after it.

import { settings } from "../settings.svelte";
import type { Moment } from "./scene";

/** Milliseconds that the quickest eye needs. */
const BRIEFEST = 250;

interface Sign {
  moment: Moment;
  milliseconds: number;
}

export class Signs {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: Sign[] = [];
  readonly #show: (moment: Moment | null) => void;

  constructor(show: (moment: Moment | null) => void) {
    this.#show = show;
  }

  /** Whether one is on show. */
  get shown(): boolean {
    return this.#timer !== undefined;
  }

  /** Show it now, in place of what is there. */
  put(moment: Moment, milliseconds: number): void {
    this.clear();
    this.add(moment, milliseconds);
  }

  /** Show it when those before it are over. */
  add(moment: Moment, milliseconds: number): void {
    this.#waiting.push({ moment, milliseconds });
    if (!this.shown) this.next();
  }

  /** The one on show is over. */
  next(): void {
    clearTimeout(this.#timer);
    const was = this.shown;
    this.#timer = undefined;
    const sign = this.#waiting.shift();
    if (sign) this.#timer = setTimeout(() => this.next(), Math.max(BRIEFEST, sign.milliseconds * (settings.pace || 0.4)));
    if (was || sign) this.#show(sign?.moment ?? null);
  }

  /** All are over. */
  clear(): void {
    this.#waiting = [];
    this.next();
  }
}
