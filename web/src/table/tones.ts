// What every sound is made of: knocks of filtered noise, and notes.

export type Sound =
  | "tick" | "shake" | "land" | "keep" | "good" | "bank" | "farkle" | "penalty" | "hot" | "turn" | "board"
  | "last" | "win" | "loss" | "tie" | "card" | "pop"; // prettier-ignore

export interface Knock {
  at: number;
  pitch: number;
  length: number;
  loud: number;
}

export interface Note extends Knock {
  /** A wave instead of noise. */
  tone: OscillatorType;
}

const knock = (at: number, pitch: number, length: number, loud: number): Knock => ({ at, pitch, length, loud });
const note = (at: number, pitch: number, length: number, loud: number, tone: OscillatorType = "triangle"): Note => ({ at, pitch, length, loud, tone });

const C = 523.25;
const third = (5 / 4) * C;
const fifth = (3 / 2) * C;

export const SOUNDS: Record<Sound, (Knock | Note)[]> = {
  tick: [knock(0, 1500, 0.03, 0.25)],
  shake: [0, 0.05, 0.11, 0.16].map((at) => knock(at, 900 + at * 2000, 0.04, 0.2)),
  land: [0, 0.04, 0.09, 0.13, 0.19, 0.3].map((at, index) => knock(at, 640 - index * 50, 0.07, 0.4)),
  keep: [knock(0, 1100, 0.05, 0.3), knock(0.03, 760, 0.05, 0.2)],
  good: [note(0, C, 0.4, 0.16), note(0.02, third, 0.4, 0.13), note(0.04, fifth, 0.42, 0.12)],
  bank: [0, 0.07, 0.13, 0.18].map((at, index) => knock(at, 1900 + (index % 2) * 500, 0.06, 0.22)),
  farkle: [knock(0, 150, 0.26, 0.7), note(0.02, 98, 0.3, 0.16, "sine")],
  penalty: [knock(0, 150, 0.26, 0.7), knock(0.2, 110, 0.3, 0.7), note(0.22, 73, 0.34, 0.16, "sine")],
  hot: [0, 1, 2, 3, 4, 5].map((index) => note(index * 0.07, C * 2 ** ([0, 2, 4, 7, 9, 12][index]! / 12), 0.2, 0.12)),
  turn: [note(0, fifth, 0.22, 0.12, "sine"), note(0.12, 2 * C, 0.3, 0.1, "sine")],
  board: [note(0, 2 * third, 0.5, 0.1, "sine"), note(0, 4 * C, 0.3, 0.03, "sine")],
  last: [note(0, C / 2, 0.56, 0.14, "sine"), note(0, (C * 3) / 4, 0.56, 0.08, "sine")],
  win: [note(0, C, 0.22, 0.18), note(0.16, fifth, 0.22, 0.18), note(0.3, 2 * C, 0.27, 0.2), note(0.3, 2 * third, 0.27, 0.1)],
  loss: [note(0, fifth, 0.3, 0.1, "sine"), note(0.18, C, 0.38, 0.1, "sine")],
  tie: [note(0, C, 0.3, 0.14), note(0.17, third, 0.39, 0.14)],
  card: [knock(0, 3200, 0.14, 0.14), knock(0.08, 2400, 0.1, 0.1)],
  pop: [note(0, 700, 0.07, 0.12, "sine"), note(0.03, 1100, 0.06, 0.08, "sine")],
};

/** A note is let go softly: so much later it is silent. */
export const RELEASE = 0.02;

/** How long a sound is, in seconds; none may reach 0.6. */
export function lengthOf(sound: Sound): number {
  return Math.max(...SOUNDS[sound].map((one) => one.at + one.length + ("tone" in one ? RELEASE : 0)));
}
