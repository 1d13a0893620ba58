// What bots that live on solved turns ask first: whether there is anything solved.

import type { State } from "../game/state";
import { beyond } from "../rules/canonical";
import { english, said, type Said, type Values } from "../rules/said";

/** Whether a game is played by rules or dice that nobody has solved; such bots then play as greedy does. */
export function isUnsolved(state: State): boolean {
  return state.bags.length > 0 || (state.cards === null && beyond(state.rules).length > 0);
}

/** There is no advice on this moment, with the reason: words whose gaps the values fill. */
export class NothingToSay extends Error {
  readonly said: Said;

  constructor(says: string, values: Values = {}) {
    const told = said(says, values);
    super(english(told));
    this.said = told;
  }
}
