// Which dice of a roll may be kept, and for what. There is one definition: a selection is worth the best partition
// of EXACTLY its dice into listed combinations, and is illegal if there is none. More dice may be worth fewer points.

import { contains, countOf, expand, pack, partsOf, size, unit, unpack, withJokers, type Combination, type Packed } from "./combinations";
import { FACES, JOKER, type Scores } from "./ruleset";

/** One legal keep of a roll: ascending digits, points, dice left to roll (0 when `hot`). */
export interface Option {
  keep: string;
  points: number;
  dice_left: number;
  hot: boolean;
  packed: Packed;
}

/** How many dice the next throw has where so many are left of the roll: hot dice are thrown all together. */
export function diceAfter(rules: Pick<Scores, "dice">, left: number): number {
  return left || rules.dice;
}

interface Best {
  points: number;
  parts: number;
  part: Combination | null;
}

export class ScoringTable {
  readonly rules: Scores;
  readonly combinations: Combination[];
  #byLowest: Combination[][];
  #wild: Combination[][] | null = null;
  #best = new Map<Packed, Best | null>([[0, { points: 0, parts: 0, part: null }]]);
  #rolls = new Map<Packed, Option[]>();

  constructor(rules: Scores) {
    this.rules = rules;
    this.combinations = expand(rules);
    this.#byLowest = byLowest(this.combinations);
  }

  /** The faces that the dice of the sheet may show. */
  get faces(): number {
    return this.rules.joker.face ? JOKER : FACES;
  }

  /** Points for setting aside exactly these dice of one roll, or null where that is not allowed. */
  value(faces: Iterable<number>): number | null {
    const packed = pack(faces);
    return packed ? (this.#solve(packed)?.points ?? null) : null;
  }

  /** The combinations that give a selection its value; empty where it has none. */
  partition(faces: Iterable<number>): Combination[] {
    let rest = pack(faces);
    const parts: Combination[] = [];
    while (rest) {
      const part = this.#solve(rest)?.part;
      if (!part) return [];
      parts.push(part);
      rest -= part.dice;
    }
    return parts;
  }

  /** Best partition of a packed set; of equal ones the one with the fewest parts, as people name it. */
  #solve(packed: Packed): Best | null {
    const known = this.#best.get(packed);
    if (known !== undefined) return known;
    let best: Best | null = null;
    for (const part of this.#known(packed)) {
      if (!contains(packed, part.dice)) continue;
      const rest = this.#solve(packed - part.dice);
      if (!rest) continue;
      const points = rest.points + part.points;
      const parts = rest.parts + 1;
      if (!best || points > best.points || (points === best.points && parts < best.parts)) best = { points, parts, part };
    }
    this.#best.set(packed, best);
    return best;
  }

  /** The combinations that may cover the lowest die; it is no joker unless there are only jokers left. */
  #known(packed: Packed): Combination[] {
    const plain = this.#byLowest[lowest(packed)] ?? [];
    if (!countOf(packed, JOKER)) return plain;
    this.#wild ??= byLowest(withJokers(this.combinations));
    return [...plain, ...(this.#wild[lowest(packed)] ?? [])];
  }

  /** All legal keeps of a roll, best first: points down, then fewer dice, then the digits. None: a farkle. */
  options(roll: Iterable<number>): Option[] {
    const packed = pack(roll);
    let known = this.#rolls.get(packed);
    if (!known) this.#rolls.set(packed, (known = this.#workOut(packed)));
    return known;
  }

  /** The option that sets aside exactly these dice of a roll, if that is allowed. */
  optionFor(roll: Iterable<number>, keep: Iterable<number>): Option | undefined {
    const packed = pack(keep);
    return this.options(roll).find((option) => option.packed === packed);
  }

  #workOut(roll: Packed): Option[] {
    const { rules } = this;
    const count = size(roll);
    if (rules.toxic.face && contains(roll, unit(rules.toxic.face) * rules.toxic.count)) return [];
    let found: Option[] = [];
    for (const part of partsOf(roll)) {
      const best = part ? this.#solve(part) : null;
      if (best) found.push(option(part, best.points, count));
    }
    if (rules.take_all) found = largest(found);
    if (!found.length && rules.nothing_bonus && count === rules.dice) found.push(option(roll, rules.nothing_bonus, count));
    return found.sort(
      (a, b) => b.points - a.points || a.keep.length - b.keep.length || (a.keep < b.keep ? -1 : a.keep > b.keep ? 1 : 0),
    );
  }
}

/** Combinations by their lowest face. */
function byLowest(combinations: readonly Combination[]): Combination[][] {
  const found: Combination[][] = Array.from({ length: JOKER + 1 }, () => []);
  for (const combination of combinations) found[lowest(combination.dice)]?.push(combination);
  return found;
}

function option(packed: Packed, points: number, rolled: number): Option {
  const faces = unpack(packed);
  const left = rolled - faces.length;
  return { keep: faces.join(""), points, dice_left: left, hot: left === 0, packed };
}

/** The options that are part of no other one. */
function largest(options: Option[]): Option[] {
  const kept: Option[] = [];
  for (const one of [...options].sort((a, b) => b.keep.length - a.keep.length)) {
    if (!kept.some((larger) => contains(larger.packed, one.packed))) kept.push(one);
  }
  return kept;
}

/** The lowest face in a packed set that is not empty. */
function lowest(packed: Packed): number {
  let face = 1;
  while (!countOf(packed, face)) face++;
  return face;
}
