// What a screen reader hears: one sentence for each event, politely; only "Your turn" may interrupt.

const HISTORY = 400;

export const spoken = $state({ polite: "", assertive: "" });
const said: string[] = [];

/** Say a sentence when the reader has time. */
export function announce(text: string): void {
  if (!text) return;
  remember(text);
  // The same words twice are two events: a space that nobody hears makes the region change.
  spoken.polite = spoken.polite === text ? `${text}\u00a0` : text;
}

/** Say a sentence at once. */
export function interrupt(text: string): void {
  remember(text);
  spoken.assertive = spoken.assertive === text ? `${text}\u00a0` : text;
}

/** Say the last sentence again. */
export function repeat(): void {
  const last = said.at(-1);
  if (last) spoken.polite = `${last}${spoken.polite.endsWith("\u00a0") ? "" : "\u00a0"}`;
}

function remember(text: string): void {
  said.push(text);
  if (said.length > HISTORY) said.shift();
}

/** Everything that was said, for the log and for tests. */
export function transcript(): readonly string[] {
  return said;
}
