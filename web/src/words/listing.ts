// Several names in a sentence, as the language joins them: "Ana, Ben and Cid".

import { language } from "./words.svelte";

/** The parts as one text. */
export function list(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}
