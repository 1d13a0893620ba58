// Derives every die and every card of a finished Munchkin Dice game again, from the seal and the seeds alone.

import type { MunchkinEvent } from "../munchkin/types";
import type { MunchkinFilm, MunchkinPicture, MunchkinSeat } from "../net/messages";
import type { Draws } from "./draws";
import { verifyWith, type CheckedRoll, type Noted, type Opened, type Verdict } from "./verify";

const TEN = 10;
const RUN = 6;

/** Check a game: the seal, the seeds, and every die and card in its order. */
export function verifyFilm(opened: Opened, noted: Noted, film: MunchkinFilm): Verdict {
  return verifyWith(opened, noted, (draws) => new Chances(draws, film).checked());
}

class Chances {
  #rolls: CheckedRoll[] = [];
  #turn = 0;
  /** Dice and cards of the turn so far: the number in the next label. */
  #number = 0;
  /** Whose ten-sided die is in the air. */
  #air = -1;
  /** Something before the next die or card cannot have been so. */
  #broken = false;
  #decks: Record<string, string[]>;

  constructor(
    readonly draws: Draws,
    readonly film: MunchkinFilm,
  ) {
    this.#decks = { door: [...film.doors].sort(), treasure: [...film.treasures].sort() };
  }

  checked(): CheckedRoll[] {
    let seats = this.film.seats;
    for (const picture of this.film.pictures) {
      seats = picture.seats ?? seats;
      this.#happened(picture.event as MunchkinEvent, picture, seats);
    }
    // What is broken after the last die or card falls back on that one.
    const last = this.#rolls.at(-1);
    if (last && (this.#broken || this.#air >= 0)) last.holds = false;
    return this.#rolls;
  }

  #happened(event: MunchkinEvent, picture: MunchkinPicture, seats: readonly MunchkinSeat[]): void {
    switch (event.type) {
      case "TurnBegan":
        // Turns are counted without a gap, and no die is left in the air.
        this.#broken ||= event.turn !== this.#turn + 1 || this.#air >= 0;
        this.#turn = event.turn ?? 0;
        this.#number = 0;
        break;
      case "DieAsked":
        this.#broken ||= this.#air >= 0;
        this.#air = event.seat ?? -1;
        break;
      case "DieThrown": {
        const fits = this.#air === event.seat && picture.die?.face === event.face;
        this.#air = -1;
        this.#throw("die", TEN, event.face ?? 0, fits);
        break;
      }
      case "EscapeThrown":
        this.#throw("run", RUN, event.face ?? 0, true);
        break;
      case "CardDrawn":
        this.#draw(event.pile ?? "", event.card ?? "");
        break;
      case "DeckRenewed":
        this.#renew(event.pile ?? "", picture, seats);
        break;
    }
  }

  #label(what: string): string {
    return `chance ${this.#turn}.${this.#number++}.${what}`;
  }

  #add(label: string, shown: number | string, derived: number | string, fits: boolean, pips: boolean): void {
    this.#rolls.push({ label, shown: [shown], derived: [derived], pips, holds: shown === derived && fits && !this.#broken });
    this.#broken = false;
  }

  #throw(what: string, faces: number, shown: number, fits: boolean): void {
    const label = this.#label(what);
    this.#add(label, shown, this.draws.dice(label, 1, faces)[0] ?? 0, fits, faces === RUN);
  }

  /** A card is the one at the drawn number among those that are in the deck, in the order of their ids. */
  #draw(pile: string, card: string): void {
    const label = this.#label(pile);
    const deck = this.#decks[pile] ?? [];
    const derived = deck.length ? (deck[this.draws.below(label, [deck.length])[0] ?? 0] ?? "") : "";
    this.#add(label, card, derived, deck.length > 0, false);
    const place = deck.indexOf(card);
    if (place >= 0) deck.splice(place, 1);
  }

  /** An empty deck is made anew of all its cards that nobody has. */
  #renew(pile: string, picture: MunchkinPicture, seats: readonly MunchkinSeat[]): void {
    this.#broken ||= (this.#decks[pile]?.length ?? 0) > 0;
    const deck = [...(pile === "door" ? this.film.doors : this.film.treasures)].sort();
    const fight = picture.fight;
    const away = [...seats.flatMap((seat) => [...seat.hand, ...seat.play]), ...picture.body, ...(fight?.monsters ?? []), ...(fight?.used ?? [])];
    for (const card of away) {
      const place = deck.indexOf(card);
      if (place >= 0) deck.splice(place, 1);
    }
    this.#decks[pile] = deck;
  }
}
