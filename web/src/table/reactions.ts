// The few reactions that a table allows.

import { t } from "../words/words.svelte";

export const REACTIONS = ["nice", "ouch", "wow", "luck", "thanks", "again"] as const;

/** A reaction in words; one that this page does not know stays as it came. */
export function reaction(name: string): string {
  const known = REACTIONS.find((one) => one === name);
  return known ? t(`react.${known}`) : name;
}
