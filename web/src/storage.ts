// The device's memory. Where a browser withholds it (private windows, full disks) the page forgets at reload.

const prefix = "hotdice.";
const fallback = new Map<string, string>();

/** What was remembered under a name, or `otherwise`. */
export function recall<T>(name: string, otherwise: T): T {
  let text: string | null | undefined;
  try {
    text = localStorage.getItem(prefix + name);
  } catch {
    text = fallback.get(name);
  }
  if (!text) return otherwise;
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/** Remember a value under a name; `undefined` forgets it. */
export function remember(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    if (value === undefined) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, text);
  } catch {
    if (value === undefined) fallback.delete(name);
    else fallback.set(name, text);
  }
}
