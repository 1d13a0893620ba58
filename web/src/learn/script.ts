// The first two minutes: what lies there, what is said, what is to be done. Only these dice are arranged, and it is said.

export interface Step {
  /** The dice that fall. */
  faces: number[];
  /** What the learner is to set aside; the buttons wait for just this. */
  keep: number[];
  /** What comes after it. */
  then: "roll" | "bank";
}

/** The turns of the learner as they are arranged: two throws and a bank, then hot dice. */
export const FIRST_TURN: Step[] = [
  { faces: [1, 2, 2, 3, 4, 6], keep: [1], then: "roll" },
  { faces: [4, 4, 4, 2, 6], keep: [4, 4, 4], then: "bank" },
];
export const SECOND_TURN: Step = { faces: [3, 3, 3, 1, 5, 5], keep: [1, 3, 3, 3, 5, 5], then: "roll" };

/** The turn of the other one: this was set aside, then this fell, and nothing of it scores. */
export const OTHERS = { kept: [3, 3, 3, 5], points: 350, fell: [2, 4] };

/** Where the first game ends. */
export const GOAL = 3000;
