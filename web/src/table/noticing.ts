// News from the browser while somebody looks at something else; where it has none, the title of the tab says it.

import { linkTo } from "../router.svelte";
import { settings } from "../settings.svelte";
import { remember } from "../storage";
import { t } from "../words/words.svelte";
import { CALL } from "./scene";

/** Whether the browser shows news of this page; plain http is not allowed to. */
export function mayNotify(): boolean {
  return typeof Notification !== "undefined" && Notification.permission === "granted";
}

/** Remember the wish to be told, and ask the browser, which wants a tap for that; whether it will. */
export async function wishToNotice(wanted: boolean): Promise<boolean> {
  if (wanted && typeof Notification !== "undefined" && !mayNotify()) await Notification.requestPermission();
  const will = wanted && mayNotify();
  remember("notify", will || undefined);
  return will;
}

let said: string[] = [];

/** Say at which tables it is this person's turn, each once. */
export function noticeAll(matches: string[]): void {
  for (const match of matches) if (!said.includes(match)) void notice(match, t("title.your_turn"));
  said = matches;
  // Who comes back has seen it: the next turn is news again.
  if (!seen) document.addEventListener("visibilitychange", () => document.hidden || (said = []));
  seen = true;
}
let seen = false;

async function notice(match: string, text: string): Promise<void> {
  if (!mayNotify()) return;
  const link = linkTo({ screen: "table", match });
  // Phones buzz with it; a page that nobody looks at may not.
  const wishes = { tag: match, data: link, ...(settings.buzz ? { vibrate: CALL } : {}) };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(text, wishes); // phones show no others
  const shown = new Notification(text, wishes);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
