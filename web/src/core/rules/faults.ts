// What is wrong with a rule set: every fault at once, each with its key and a sentence.

import { fill, type Said, type Values } from "./said";

export interface Fault extends Said {
  key: string;
}

export function fault(key: string, says: string, values: Values = {}): Fault {
  return { key, says, values };
}

/** A fault as one English sentence. */
export function faultText(one: Fault): string {
  const text = fill(one.says, one.values);
  return one.key ? `${one.key}: ${text}` : text;
}

/** A rule set that cannot be read, with all the reasons in `faults`. */
export class RulesError extends Error {
  constructor(
    readonly origin: string,
    readonly faults: Fault[],
  ) {
    super(faults.map((one) => `${origin}: ${faultText(one)}`).join("\n"));
  }
}
