// What scores: a sheet's lines written out as sets of dice with their points. A set of dice is counted per face and
// packed into one integer, four bits a face: adding and taking away dice is then plain arithmetic.

import { alikePoints, FACES, JOKER, type Ruleset } from "./ruleset";

type Listed = Pick<Ruleset, "scoring" | "dice">;

const BITS = 4;
const EVERY_OTHER = 0x0f0f0f0f;
const GUARD = 0x10101010;
const COUNT = 15;

export type Packed = number;

/** The packed form of one die with this face. */
export function unit(face: number): Packed {
  return 1 << (BITS * (face - 1));
}

/** The packed form of some dice, whatever their order. */
export function pack(faces: Iterable<number>): Packed {
  let packed = 0;
  for (const face of faces) packed += unit(face);
  return packed;
}

/** Some dice as ascending digits: "1455". */
export function digits(faces: Iterable<number>): string {
  return unpack(pack(faces)).join("");
}

/** How often a face is in a packed set. */
export function countOf(packed: Packed, face: number): number {
  return (packed >> (BITS * (face - 1))) & COUNT;
}

/** The faces of a packed set, ascending. */
export function unpack(packed: Packed): number[] {
  const faces: number[] = [];
  for (let face = 1; face <= JOKER; face++) {
    for (let count = countOf(packed, face); count > 0; count--) faces.push(face);
  }
  return faces;
}

/** Whether every die of `part` is in `whole`. */
export function contains(whole: Packed, part: Packed): boolean {
  return everyOther(whole, part) && everyOther(whole >>> BITS, part >>> BITS);
}

/** The same for every other face, so that there is room for a bit that a missing die takes away. */
function everyOther(whole: number, part: number): boolean {
  return ((((whole & EVERY_OTHER) | GUARD) - (part & EVERY_OTHER)) & GUARD) === GUARD;
}

/** How many dice a packed set has. */
export function size(packed: Packed): number {
  let count = 0;
  for (let face = 1; face <= JOKER; face++) count += countOf(packed, face);
  return count;
}

/** One scoring set: its dice, its points and the name of the sheet's line. */
export interface Combination {
  dice: Packed;
  points: number;
  name: string;
}

const NUMBER = ["", "", "", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const known = new WeakMap<Listed, Combination[]>();

/** Every combination of a rule set, written out face by face, the best where dice are equal. */
export function expand(rules: Listed): Combination[] {
  let found = known.get(rules);
  if (!found) {
    const best = new Map<Packed, Combination>();
    for (const combination of all(rules)) {
      const other = best.get(combination.dice);
      if (!other || combination.points > other.points) best.set(combination.dice, combination);
    }
    known.set(rules, (found = [...best.values()]));
  }
  return found;
}

function all(rules: Listed): Combination[] {
  const { scoring } = rules;
  const found: Combination[] = [];
  const made = (dice: number[], points: number, name: string): void => {
    if (points) found.push({ dice: pack(dice), points, name });
  };
  const many = (face: number, count: number): number[] => Array<number>(count).fill(face);
  const faces = [1, 2, 3, 4, 5, 6];
  for (const face of faces) made([face], scoring.singles[face - 1] ?? 0, String(face));
  for (const face of faces) {
    const triple = scoring.triples[face - 1] ?? 0;
    made(many(face, 3), triple, `three ${face}s`);
    for (let count = 4; count <= rules.dice; count++) {
      made(many(face, count), alikePoints(scoring.alike, triple, count), `${NUMBER[count]} ${face}s`);
    }
  }
  made(faces, scoring.straight, "straight");
  for (const run of scoring.runs) {
    made(faces.slice(run.low - 1, run.high), run.points, `run ${run.low}-${run.high}`);
  }
  for (const chosen of groups(3, scoring.pairs_may_repeat)) made([...chosen, ...chosen], scoring.three_pairs, "three pairs");
  for (const chosen of groups(2, scoring.triplets_may_repeat)) {
    made([...chosen, ...chosen, ...chosen], scoring.two_triplets, "two triplets");
  }
  for (const face of faces) {
    for (const few of faces) {
      if (face === few) continue;
      made([...many(face, 4), few, few], scoring.four_and_pair, "four and a pair");
      const house = [...many(face, 3), few, few];
      made(house, scoring.full_house, "full house");
      const triple = scoring.triples[face - 1] ?? 0;
      if (scoring.full_house_bonus && triple) made(house, triple + scoring.full_house_bonus, "full house");
    }
  }
  for (const exact of scoring.sets) made(exact.faces, exact.points, exact.faces.join(" "));
  return found;
}

/** Every combination with some of its dice, never all, replaced by jokers; of equal dice the best. */
export function withJokers(combinations: readonly Combination[]): Combination[] {
  const best = new Map<Packed, Combination>();
  for (const { dice, points, name } of combinations) {
    for (const out of partsOf(dice)) {
      if (!out || out === dice) continue;
      const joined = dice - out + unit(JOKER) * size(out);
      if (points > (best.get(joined)?.points ?? -Infinity)) best.set(joined, { dice: joined, points, name });
    }
  }
  return [...best.values()];
}

/** Every distinct part of a packed set, the empty one and the whole included. */
export function partsOf(whole: Packed): Packed[] {
  let found = [0];
  for (let face = 1; face <= JOKER; face++) {
    const count = countOf(whole, face);
    if (!count) continue;
    const more: Packed[] = [];
    for (const part of found) for (let taken = 0; taken <= count; taken++) more.push(part + unit(face) * taken);
    found = more;
  }
  return found;
}

/** Every group of so many different faces, or of faces that may repeat, ascending. */
function groups(count: number, repeat: boolean, faces = FACES): number[][] {
  let found: number[][] = [[]];
  for (let place = 0; place < count; place++) {
    // In plain words, for the browsers of old televisions ask here too.
    const more: number[][] = [];
    for (const group of found) {
      const last = group[group.length - 1];
      const first = last === undefined ? 1 : last + (repeat ? 0 : 1);
      for (let face = first; face <= faces; face++) more.push([...group, face]);
    }
    found = more;
  }
  return found;
}

/** Every roll of so many dice with its faces ascending: 462 of them for six dice without jokers. */
export function sortedRolls(count: number, faces = FACES): number[][] {
  return groups(count, true, faces);
}
