// Sets of dice, as ascending digits: "1455".

export type Faces = readonly number[];

/** Dice as ascending digits. */
export function digits(faces: Faces): string {
  return [...faces].sort((a, b) => a - b).join("");
}

/** How many of each face there are, from 1 to 6. */
export function counts(faces: Faces): number[] {
  const found = [0, 0, 0, 0, 0, 0];
  for (const face of faces) found[face - 1] = (found[face - 1] ?? 0) + 1;
  return found;
}

/** Whether every die of `part` is in `whole`. */
export function contains(whole: Faces, part: Faces): boolean {
  const have = counts(whole);
  return counts(part).every((count, index) => count <= (have[index] ?? 0));
}

/** Every distinct part of some dice, without the empty one. */
export function parts(faces: Faces): number[][] {
  let found: number[][] = [[]];
  counts(faces).forEach((count, index) => {
    const more: number[][] = [];
    for (const part of found) {
      for (let taken = 0; taken <= count; taken++) more.push([...part, ...Array<number>(taken).fill(index + 1)]);
    }
    found = more;
  });
  return found.filter((part) => part.length > 0);
}
