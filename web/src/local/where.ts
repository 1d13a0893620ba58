// Whether there is a server behind this page. A site from `make site` has none, and says so in its head.

/** Whether this page was written by `make site`: nothing answers at /api. */
export const SITE = document.querySelector('meta[name="hotdice-site"]') !== null;

/** Whether asking a server is worth a try. */
export function serverExpected(): boolean {
  return !SITE && navigator.onLine;
}
