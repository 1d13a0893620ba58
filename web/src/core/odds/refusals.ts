// Why a rule set is not solved: every reason names the key that stands in the way.

import { beyond } from "../rules/canonical";
import type { Ruleset } from "../rules/ruleset";
import { said, type Said } from "../rules/said";
import { rollPlan, type RollPlan } from "./plan";

/** A rule set that is not solved, with the key that is the reason. */
export class Unsolvable extends Error {
  readonly said: Said;

  constructor(
    readonly key: string,
    reason: string,
  ) {
    super(`${key}: ${reason}`);
    this.said = said("{key}: {reason}", { key, reason: said(reason) });
  }
}

/** Refuse what no turn can be solved for, before any work is done. */
export function checkTurn(rules: Ruleset): void {
  if (rules.deck) throw new Unsolvable("deck", "a game with cards is not solved; leave the deck out");
  if (rules.weights.length) throw new Unsolvable("weights", "only fair dice are solved");
  const [key] = beyond(rules);
  if (key) throw new Unsolvable(key, "a game with this rule is not solved yet");
  if (endlessWithoutRisk(rollPlan(rules))) {
    throw new Unsolvable("scoring", "a turn can go on for ever without the risk of a farkle");
  }
}

/** Whether some way of keeping dice never meets a roll without a score. */
export function endlessWithoutRisk(plan: RollPlan): boolean {
  let safe = new Set<number>();
  for (let n = 0; n < plan.dice; n++) if (plan.farkle[n] === 0) safe.add(n);
  for (;;) {
    const kept = new Set([...safe].filter((n) => everyClassLeads(plan, n, safe)));
    if (kept.size === safe.size) return safe.size > 0;
    safe = kept;
  }
}

function everyClassLeads(plan: RollPlan, n: number, safe: Set<number>): boolean {
  for (let c = plan.first[n] ?? 0; c < (plan.first[n + 1] ?? 0); c++) {
    const lefts = plan.left.subarray(plan.starts[c], plan.starts[c + 1]);
    if (!lefts.some((left) => safe.has(left))) return false;
  }
  return true;
}

/** Whether some turn can ever stop and count: at least the minimum, or the opening where one is asked for. */
export function someTurnCounts(rules: Ruleset, plan: RollPlan): boolean {
  const needed = Math.max(Math.ceil(Math.max(rules.minimum, rules.opening) / plan.step), 1);
  const limit = needed + plan.most;
  const can = new Uint8Array((limit + 1) * plan.dice);
  can[plan.dice - 1] = 1;
  for (let total = 0; total <= limit; total++) {
    for (let changed = true; changed; ) {
      changed = false; // beyond the limit a move may stay in the last row
      for (let n = 0; n < plan.dice; n++) {
        if (!can[total * plan.dice + n]) continue;
        for (let i = plan.starts[plan.first[n] ?? 0] ?? 0; i < (plan.starts[plan.first[n + 1] ?? 0] ?? 0); i++) {
          const after = Math.min(total + (plan.points[i] ?? 0), limit);
          const place = after * plan.dice + (plan.left[i] ?? 0);
          if (can[place]) continue;
          can[place] = 1;
          changed ||= after === total;
        }
      }
    }
  }
  can[plan.dice - 1] = 0;
  const stops = rules.hot_dice === "forced" ? plan.dice - 1 : plan.dice;
  for (let total = needed; total <= limit; total++) {
    for (let n = 0; n < stops; n++) if (can[total * plan.dice + n]) return true;
  }
  return false;
}
