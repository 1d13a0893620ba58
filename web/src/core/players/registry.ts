// Bots by name: `greedy`, `threshold:300`.

import { beyond } from "../rules/canonical";
import { cupOf, type Ruleset } from "../rules/ruleset";
import { ErringBot, RandomBot } from "./chance_bots";
import { EagerBot } from "./eager_bot";
import { Champion, TurnOptimal } from "./exact_bots";
import { paperBot } from "./paper_bot";
import type { Bot } from "./plan";
import { greedyBot, thresholdBot, thumbBot } from "./simple_bots";

const MAKERS: Record<string, (argument: string) => Bot | null> = {
  random: (argument) => (argument ? null : new RandomBot()),
  err: (argument) => (/^\d{1,3}(\.\d{1,3})?$/.test(argument) ? new ErringBot(Number(argument)) : null),
  cautious: (argument) => (argument ? null : thresholdBot(0)),
  threshold: (argument) => (/^\d{1,7}$/.test(argument) ? thresholdBot(Number(argument)) : null),
  greedy: (argument) => (argument ? null : greedyBot()),
  eager: (argument) => (argument ? null : new EagerBot()),
  thumb(argument) {
    if (!argument) return thumbBot();
    const [price, few, many] = /^\d{1,7}-\d{1,7}-\d{1,7}$/.test(argument) ? argument.split("-").map(Number) : [];
    return price === undefined || few === undefined || many === undefined ? null : thumbBot([price, few, many]);
  },
  paper: (argument) => (["", "3", "12"].includes(argument) ? paperBot(argument === "3") : null),
  "turn-optimal": (argument) => (argument ? null : new TurnOptimal()),
  champion: (argument) => (argument ? null : new Champion()),
};

/** The bot that a text such as `threshold:300` names, null where there is none. */
export function makeBot(text: string): Bot | null {
  const [name = "", argument = ""] = text.split(/:(.*)/s);
  return Object.hasOwn(MAKERS, name) ? (MAKERS[name]?.(argument) ?? null) : null;
}

/** The bots that can sit down to a sheet in the page alone, from beginner upwards. */
export function botsFor(rules: Ruleset): string[] {
  if (rules.deck) return ["random", "cautious", "threshold:300", "greedy", "eager"];
  if (cupOf(rules).length || beyond(rules).length) return ["random", "cautious", "threshold:300", "thumb", "greedy"];
  return ["random", "cautious", "threshold:300", "greedy", "thumb", "paper", "turn-optimal", "champion"];
}
