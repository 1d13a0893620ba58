// Work that nobody waits for, and work in small pieces.

import { motionless } from "./settings.svelte";

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

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Let the browser draw and hear taps between two changes of the page, which on a slow phone are long together. */
export function breath(): Promise<void> {
  // Where nothing moves there is nothing to keep smooth.
  if (motionless()) return Promise.resolve();
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
