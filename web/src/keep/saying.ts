// What the last tap of a scorekeeper did beyond a keep, in words.

import type { Event } from "../core/game/events";
import type { CompiledRules, GameEvent } from "../net/messages";
import { sentence } from "../table/sentences";

/** What is seen on the table anyhow. */
const SEEN = new Set<string>(["DiceRolled", "DiceKept", "TurnBegan"]);
/** What others must know of, so that it stays in sight until the next tap. */
const NOTED = new Set<string>(["Bumped", "Gifted", "KnockedOut", "TookOver", "LastTurnsBegan", "PlayOffBegan"]);

/** What is said of events, and what of it stays in sight; who sits at this device is nobody's "you". */
export function newsOf(events: readonly Event[], names: readonly { name: string }[], rules: CompiledRules | null): { said: string; noted: string } {
  const at = { seats: [], shared: true, rules, name: (index: number) => names[index]?.name ?? "" };
  const told = events.filter(({ type }) => !SEEN.has(type));
  const said = told.map((event) => sentence(event as GameEvent, at)).filter(Boolean).join(" ");
  return { said, noted: events.some(({ type }) => NOTED.has(type)) ? said : "" };
}
