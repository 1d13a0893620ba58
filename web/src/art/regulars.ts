// Who the bots are: a face each, and how strong they play.

import regulars from "./regulars.json";

/** A bot as one of the regulars: its face, and how strong it is from 1 to 5. */
export interface Regular {
  face: string;
  strength: number;
}

/** Every bot with a face: from the same table as the terminal's signs, by scripts/regulars.py. */
const REGULARS: Record<string, Regular> = regulars;

/** The kind of a bot, whatever it was told: "threshold:500" is a "threshold". */
export function botKind(bot: string): string {
  return bot.replace(/:.*$/, "").replace(/ \d+$/, "");
}

/** The regular that a bot is, if it is one. */
export function regular(bot: string): Regular | undefined {
  return REGULARS[botKind(bot)];
}
