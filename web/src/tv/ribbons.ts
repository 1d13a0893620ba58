// What everybody is remembered by at the end. Every ribbon is true.

import type { TableView } from "../net/messages";
import type { Scene } from "./scene";
import { fill, words } from "./words";

interface Ribbon {
  seat: number;
  title: string;
  why: string;
}

/** The seat with the most, if there is one with more than nothing; of equal ones the first. */
export function most(values: number[]): number {
  let best = -1;
  values.forEach((value, seat) => {
    if (value > 0 && (best < 0 || value > (values[best] as number))) best = seat;
  });
  return best;
}

/** One for everybody: what they had most of, and who is left of the people was good company. */
export function ribbons(view: TableView, scene: Scene): Ribbon[] {
  const found: Ribbon[] = [];
  const add = (seat: number, title: string, why: string): void => {
    if (seat >= 0 && !found.some((one) => one.seat === seat)) found.push({ seat, title, why });
  };
  // Who guessed often and well: three guesses at least, and half of them right.
  const share = view.chairs.map((chair) => (chair.guesses >= 3 && chair.right * 2 >= chair.guesses ? chair.right / chair.guesses : 0));
  const prophet = view.chairs[most(share)];
  const best = most(scene.best);
  const robbed = most(scene.lost);
  const unlucky = most(scene.farkles);
  add(best, words.best, fill(words.bestWhy, { points: scene.best[best] || 0 }));
  add(robbed, words.robbed, fill(words.robbedWhy, { points: scene.lost[robbed] || 0 }));
  if (prophet) add(most(share), words.prophet, fill(words.prophetWhy, { right: prophet.right, n: prophet.guesses }));
  add(unlucky, words.unlucky, fill(words.unluckyWhy, { n: scene.farkles[unlucky] || 0 }));
  view.chairs.forEach((chair, seat) => !chair.bot && !chair.empty && add(seat, words.company, words.companyWhy));
  return found;
}
