// The end of a game with cards: what nobody played is turned over card by card, and its gold joins the totals.

import type { CardsView, CompiledRules } from "../net/messages";
import { motionless, settings } from "../settings.svelte";
import { cardOf } from "./cards";

const A_CARD = 250;
const AT_MOST = 6000;

interface Turned {
  seat: number;
  card: string;
  gold: number;
}

export class Counting {
  /** How many cards lie open; all of them when nothing is to move. */
  shown = $state(0);
  readonly cards: Turned[];
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `counted` is the gold that the referee gave; only cards that come to as much are shown. */
  constructor(rules: CompiledRules | null, cards: CardsView | null, counted: readonly number[]) {
    this.cards = (cards?.still_holds ?? []).flatMap((held, seat) => {
      const turned = (held ?? []).map((card) => ({ seat, card, gold: cardOf(rules, card).gold }));
      return turned.reduce((sum, one) => sum + one.gold, 0) === counted[seat] ? turned : [];
    });
    if (!this.cards.length || motionless() || !settings.pace) this.finish();
    else this.#timer = setInterval(() => this.#next(), Math.min(A_CARD, AT_MOST / this.cards.length) * settings.pace);
  }

  get done(): boolean {
    return this.shown >= this.cards.length;
  }

  /** The cards of a seat that lie open. */
  open(seat: number): Turned[] {
    return this.cards.slice(0, this.shown).filter((one) => one.seat === seat);
  }

  /** The gold of a seat that is still face down. */
  hidden(seat: number): number {
    return this.cards.slice(this.shown).reduce((sum, one) => sum + (one.seat === seat ? one.gold : 0), 0);
  }

  /** A tap ends it. */
  finish(): void {
    this.shown = this.cards.length;
    this.close();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #next(): void {
    this.shown++;
    if (this.done) this.close();
  }
}
