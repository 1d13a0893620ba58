// Dice bags: a player's own dice, named after a catalogue, each with weights of its own. A bag is one line of text,
// `3*standard,2*heavenly-kingdom,1*odd`; a die that no catalogue has is written by its weights, a seventh number
// being the weight of a joker.

import { allowsOwnDice, cupOf, FACES, MAX_DICE, type Ruleset } from "./ruleset";
import { shippedDice } from "./sheets";

export const STANDARD = "standard";
const LONGEST = 400;
const PART = /^(?:(\d{1,2})\*)?([a-z0-9]+(?:-[a-z0-9]+)*|\d{1,4}(?::\d{1,4}){5,6})$/;
const known = new Map<string, number[][]>();

/** The weights of the dice of a bag, die by die; a RangeError where it is none. */
export function bagRows(bag: string): number[][] {
  let rows = known.get(bag);
  if (!rows) known.set(bag, (rows = readBag(bag)));
  return rows;
}

function readBag(bag: string): number[][] {
  if (bag.length > LONGEST) throw new RangeError(`a bag has at most ${LONGEST} characters`);
  return bag.replaceAll(" ", "").split(",").flatMap((part) => {
    const match = PART.exec(part);
    const count = Number(match?.[1] ?? 1);
    if (!match || count < 1 || count > MAX_DICE) {
      throw new RangeError(`a bag is written like 3*standard,2*odd: '${part.slice(0, 30)}' is no part of one`);
    }
    return Array.from({ length: count }, () => rowOf(match[2] ?? ""));
  });
}

function rowOf(die: string): number[] {
  if (die.includes(":")) {
    const row = die.split(":").map(Number);
    if (!row.some(Boolean)) throw new RangeError(`a die needs a face that can fall: '${die}' has none`);
    return row;
  }
  const dice = shippedDice();
  const row = Object.hasOwn(dice, die) ? dice[die] : undefined;
  if (row) return row;
  throw new RangeError(`there is no die '${die.slice(0, 30)}'; there are ${Object.keys(dice).sort().join(", ")}`);
}

/** The bags of all seats as they are kept: without blanks, a count before every die. */
export function bagsFor(rules: Ruleset, players: number, bags: readonly string[]): string[] {
  if (!bags.length) return [];
  if (!allowsOwnDice(rules, cupOf(rules))) {
    throw new RangeError("own dice do not go with cards, with the weighted dice of a sheet, or with piggyback");
  }
  if (bags.length !== players) throw new RangeError(`${players} players need ${players} bags, not ${bags.length}`);
  return bags.map((bag) => {
    const count = bagRows(bag).length;
    if (count !== rules.dice) {
      throw new RangeError(`this sheet is played with ${rules.dice} dice, and the bag has ${count}`);
    }
    return bag.replaceAll(" ", "").split(",").map((part) => (part.includes("*") ? part : `1*${part}`)).join();
  });
}

/** Whether a text is a bag of so many dice. */
export function isBag(text: string, dice: number): boolean {
  try {
    return bagRows(text).length === dice;
  } catch {
    return false;
  }
}

/** Whether a die of a bag can show a joker. */
export function hasJoker(bag: string): boolean {
  return bagRows(bag).some((row) => (row[FACES] ?? 0) > 0);
}
