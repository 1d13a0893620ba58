// A shake of the phone, where the browser lets a page feel it: over https, and on some phones after a tap only.

const HARD = 16;
const REST = 900;

interface Asks {
  requestPermission?: () => Promise<string>;
}

/** Ask for the sensor, which some phones allow in answer to a tap only; nothing where there is none. */
export function askToShake(): void {
  const sensor = (globalThis as { DeviceMotionEvent?: Asks }).DeviceMotionEvent;
  sensor?.requestPermission?.().catch(() => undefined);
}

/** Call when the phone is shaken; `felt` once the sensor says anything. What it gives ends it. */
export function onShake(shaken: () => void, felt: () => void): () => void {
  let last = 0;
  const feel = (event: DeviceMotionEvent): void => {
    const { x, y, z } = event.acceleration ?? {};
    if (x == null || y == null || z == null) return;
    felt();
    const now = Date.now();
    if (Math.hypot(x, y, z) < HARD || now - last < REST) return;
    last = now;
    shaken();
  };
  addEventListener("devicemotion", feel);
  return () => removeEventListener("devicemotion", feel);
}
