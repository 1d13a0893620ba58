// Where dice come from. Dice are addressed, not streamed: seed and label give the faces, always the same.

import { blake2b } from "@noble/hashes/blake2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { FACES } from "../rules/ruleset";
import type { CommandOf } from "./commands";
import { inTheAir, weightsOf, type State } from "./state";

/** Dice that are a function of a seed and the label of the throw. */
export class SeededDice {
  readonly #key: Uint8Array;

  constructor(readonly seed: string) {
    this.#key = blake2b(utf8ToBytes(seed), { dkLen: 32 });
  }

  /** The dice for the label (turn, roll, throw) of a state that waits for them. */
  throw(state: State): CommandOf<"Throw"> {
    const label = `${state.turn}.${state.roll}.${state.throw}`;
    const dice = inTheAir(state);
    const weights = weightsOf(state);
    if (!weights.length) return { type: "Throw", faces: this.#fair(label, dice.length) };
    const numbers = this.#numbers(label);
    return { type: "Throw", faces: dice.map((die) => pick(weights[die - 1] ?? [], numbers)) };
  }

  /** Faces from single bytes; 252 and more are thrown away, so that every face is equally likely. */
  #fair(label: string, count: number): number[] {
    const faces: number[] = [];
    for (let block = 0; faces.length < count; block++) {
      for (const byte of this.#block(label, block)) if (byte < 252) faces.push((byte % FACES) + 1);
    }
    return faces.slice(0, count);
  }

  #block(label: string, number: number): Uint8Array {
    return blake2b(utf8ToBytes(`${label}/${number}`), { key: this.#key });
  }

  /** Numbers below 2^32 without end. */
  *#numbers(label: string): Generator<number, never> {
    for (let number = 0; ; number++) {
      const block = this.#block(label, number);
      const view = new DataView(block.buffer, block.byteOffset, block.length);
      for (let start = 0; start < block.length; start += 4) yield view.getUint32(start);
    }
  }
}

/** A face by its weight; numbers beyond the last whole multiple are thrown away. */
function pick(weights: readonly number[], numbers: Generator<number, never>): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const limit = 2 ** 32 - (2 ** 32 % total);
  let number = numbers.next().value;
  while (number >= limit) number = numbers.next().value;
  number %= total;
  for (const [index, weight] of weights.entries()) {
    number -= weight;
    if (number < 0) return index + 1;
  }
  throw new RangeError("the number is below the sum of the weights");
}
