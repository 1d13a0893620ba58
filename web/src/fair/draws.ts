// Every draw of a game by its label, written from docs/fair-dice.md.

import { hmac, utf8 } from "./sha256";

const VERSION = utf8("hotdice-fair-1");

/** Fields behind their lengths, so that no two lists of fields give the same bytes. */
export function joined(...fields: Uint8Array[]): Uint8Array {
  const size = fields.reduce((sum, field) => sum + 4 + field.length, 0);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  let at = 0;
  for (const field of fields) {
    view.setUint32(at, field.length);
    out.set(field, at + 4);
    at += 4 + field.length;
  }
  return out;
}

export class Draws {
  #mac: (message: Uint8Array) => Uint8Array;
  #head: Uint8Array;
  #drawn = 0;
  #eras: { drawn: number; head: Uint8Array }[];

  /** `restored` is after how many draws an epoch takes part in them: the server was restored from a backup. */
  constructor(serverSeed: Uint8Array, game: string, seatSeeds: readonly Uint8Array[], restored: readonly (readonly [number, string])[] = []) {
    this.#mac = hmac(serverSeed);
    const fields = [VERSION, utf8(game), utf8(String(seatSeeds.length)), ...seatSeeds];
    this.#head = joined(...fields);
    this.#eras = restored.map(([drawn, epoch]) => ({ drawn, head: joined(...fields, utf8("restored"), utf8(epoch)) }));
  }

  /** The next draw begins. */
  #next(): void {
    for (const era of this.#eras) if (era.drawn <= this.#drawn) this.#head = era.head;
    this.#drawn++;
  }

  /** The 32 bytes with this number of the label's stream. */
  block(label: string, number: number): Uint8Array {
    const tail = joined(utf8(label), utf8(String(number)));
    const message = new Uint8Array(this.#head.length + tail.length);
    message.set(this.#head);
    message.set(tail, this.#head.length);
    return this.#mac(message);
  }

  *#bytes(label: string): Generator<number, never> {
    for (let number = 0; ; number++) yield* this.block(label, number);
  }

  /** The first dice of a label; bytes past the last multiple of the faces are thrown away. */
  dice(label: string, count: number, faces = 6): number[] {
    this.#next();
    const limit = 256 - (256 % faces);
    const found: number[] = [];
    for (const byte of this.#bytes(label)) {
      if (byte < limit && found.push((byte % faces) + 1) === count) break;
    }
    return found;
  }

  /** For each size a number below it, from words of four bytes: loaded dice and cards. */
  below(label: string, sizes: readonly number[]): number[] {
    this.#next();
    const stream = this.#bytes(label);
    return sizes.map((size) => {
      const limit = 2 ** 32 - (2 ** 32 % size);
      for (;;) {
        let word = 0;
        for (let byte = 0; byte < 4; byte++) word = word * 256 + stream.next().value;
        if (word < limit) return word % size;
      }
    });
  }

  /** Dice of which each has its own weights for the faces. */
  loaded(label: string, rows: readonly (readonly number[])[]): number[] {
    const numbers = this.below(label, rows.map((row) => row.reduce((sum, weight) => sum + weight, 0)));
    return rows.map((row, index) => {
      let rest = numbers[index] ?? 0;
      return row.findIndex((weight) => (rest -= weight) < 0) + 1;
    });
  }
}
