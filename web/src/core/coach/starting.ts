// Who will begin, while one die each decides it: exact chances, so that the roll-off has its luck too.

import type { State } from "../game/state";
import { FACES } from "../rules/ruleset";

/** For every seat the chance to begin, given the dice of the roll-off so far; ties are thrown again. */
export function chancesToBegin(state: State): number[] {
  const thrown = state.thrown_off;
  const waiting = state.contenders.length - thrown.length;
  const found = state.seats.map(() => 0);
  state.contenders.forEach((seat, place) => {
    const own = thrown[place];
    const faces = own === undefined ? [1, 2, 3, 4, 5, 6] : [own];
    const others = thrown.filter((_, other) => other !== place);
    const unknown = waiting - (own === undefined ? 1 : 0);
    found[seat] = faces.reduce((sum, face) => sum + shares(face, others, unknown), 0) / faces.length;
  });
  return found;
}

/** The chance of a face to be the highest, divided among equals, who throw again. */
function shares(face: number, others: readonly number[], unknown: number): number {
  if (others.some((other) => other > face)) return 0;
  const level = 1 + others.filter((other) => other === face).length;
  const [below, same] = [(face - 1) / FACES, 1 / FACES];
  let sum = 0;
  let ways = 1;
  for (let equal = 0; equal <= unknown; equal++) {
    sum += (ways * same ** equal * below ** (unknown - equal)) / (level + equal);
    ways = (ways * (unknown - equal)) / (equal + 1);
  }
  return sum;
}
