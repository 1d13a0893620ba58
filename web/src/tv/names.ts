// Names at the table of the television.

import { regular } from "../art/regulars";
import { shortName } from "../game/shortening";

/** What a bot is called at the table: its face has a name. */
export function botName(bot: string, name: string): string {
  const found = regular(bot);
  return found ? found.face.charAt(0).toUpperCase() + found.face.slice(1) : name;
}

/**
 * Names as the phones show them: at most twenty letters; bots have those of their faces, and of two that are alike
 * the second is numbered 2.
 */
export function nameChairs(chairs: { bot: string; name: string }[]): void {
  const seen: { [name: string]: number } = {};
  for (const chair of chairs) {
    if (!chair.bot) {
      chair.name = shortName(chair.name);
      continue;
    }
    const name = botName(chair.bot, chair.name);
    const before = (seen[name] = (seen[name] || 0) + 1);
    chair.name = before > 1 && regular(chair.bot) ? `${name} ${before}` : name;
  }
}
