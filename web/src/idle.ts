// Work that nobody waits for.

const LATEST = 500;

/** Do something when the browser has nothing better to do, soon in any case; the answer calls it off. */
export function idle(work: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    // Not every browser has it.
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(asked);
}
