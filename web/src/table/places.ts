// The places that this device has at a table: a line for each person here, the seat it speaks for, who sits there.

import { dayGame } from "../club/ids";
import { SealedLine } from "../club/sealed.svelte";
import { isHere } from "../local/games";
import { LocalLine } from "../local/line.svelte";
import { guests, person, tokens, type Person } from "../net/api";
import { Line, type Heard, type Talk } from "../net/line.svelte";
import type { Opening } from "./opening";

/** A line to the table, the seat it speaks for, and who sits there. */
export interface Place {
  line: Talk;
  seat: number | null;
  person: string;
}

interface Ears {
  /** What one line heard; the first of them tells the story, the others only know their seats. */
  hear: (heard: Heard, place: Place, first: boolean) => void;
  announced: (text: string) => void;
}

export class Places {
  readonly #all: Place[] = [];
  readonly front: Talk;
  /** How many people of this device play; none where somebody watches. */
  readonly players: number;

  constructor(match: string, opening: Opening | undefined, { hear, announced }: Ears) {
    const mine = opening ? [["", ""] as const] : Object.entries(tokens(match));
    this.players = mine.length;
    for (const [id, token] of mine.length ? mine : [["", ""] as const]) {
      const place: Place = { line: undefined as unknown as Talk, seat: null, person: id };
      const first = this.#all.length === 0;
      this.#all.push(place);
      const heard = (news: Heard): void => {
        place.seat = news.view.seat;
        hear(news, place, first);
      };
      // A game of this device has its seat for a token; the dice of a sealed day fall on the server.
      const sealed = dayGame(match);
      if (sealed?.kind === "sealed") place.line = new SealedLine(sealed.day, heard);
      else if (isHere(match)) place.line = new LocalLine(match, token === "" ? null : Number(token), heard);
      else place.line = new Line(opening?.seated ?? { match, token }, heard, first ? announced : () => undefined);
    }
    this.front = this.first.line;
  }

  get first(): Place {
    return this.#all[0] as Place;
  }

  get seats(): number[] {
    return this.#all.map((one) => one.seat).filter((seat) => seat !== null);
  }

  /** The line that speaks for a seat. */
  lineOf(seat: number): Talk {
    return this.#all.find((one) => one.seat === seat)?.line ?? this.front;
  }

  /** Who of this device sits on a seat. */
  personAt(match: string, seat: number): Person | undefined {
    const id = this.#all.find((one) => one.seat === seat)?.person;
    if (isHere(match)) return { id: "", name: "", key: "" };
    const me = person();
    return [...(me ? [me] : []), ...guests(match)].find((one) => one.id === id);
  }

  /** Let everybody know at once when this device goes to sleep. */
  sleepy(): void {
    for (const { line } of this.#all) line.sleepy = true;
  }

  close(): void {
    for (const { line } of this.#all) line.close();
  }
}
