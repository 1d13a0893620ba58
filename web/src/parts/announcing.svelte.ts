// What a screen reader hears: one sentence for each event, politely; only "Your turn" may interrupt.
//
// Sentences are added to the region, never put in place of others: two events at once are two sentences.

interface Spoken {
  id: number;
  text: string;
}

const KEPT = 6;
let count = 0;
let last = "";

export const spoken: { polite: Spoken[]; assertive: Spoken[] } = $state({ polite: [], assertive: [] });

function add(region: Spoken[], text: string): Spoken[] {
  return [...region.slice(1 - KEPT), { id: ++count, text }];
}

/** Say a sentence when the reader has time. */
export function announce(text: string): void {
  if (!text) return;
  last = text;
  spoken.polite = add(spoken.polite, text);
}

/** Say a sentence at once. */
export function interrupt(text: string): void {
  spoken.assertive = add([], text);
}

/** Another screen: what was said of the one before is over. */
export function hush(): void {
  last = "";
  spoken.polite = [];
  spoken.assertive = [];
}

/** Say the last sentence again. */
export function repeat(): void {
  announce(last);
}
