// That it is somebody's turn, for one who looks elsewhere: the icon of an installed page, and the browser's own news.

import { recall } from "../storage";

type Badges = Navigator & { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

/** Let the icon show whether it is this person's turn, and have the browser say it to who is away and wished that. */
export function call(match: string, mine: boolean): void {
  const badges = navigator as Badges;
  if (mine) badges.setAppBadge?.(1).catch(() => undefined);
  else badges.clearAppBadge?.().catch(() => undefined);
  if (mine && document.hidden && recall("notify", false)) {
    void import("./noticing").then((found) => found.noticeAll([match]), () => undefined);
  }
}
