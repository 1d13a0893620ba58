// What totals come in, and what it takes to lead.

import type { CompiledRules, View } from "../net/messages";

function gcd(a: number, b: number): number {
  return b ? gcd(b, a % b) : a;
}

/** The smallest step between totals. */
export function step(rules: CompiledRules): number {
  return Object.values(rules.combinations).reduce(gcd, rules.nothing_bonus) || 50;
}

/** What the mover must make in this turn to lead, where it is the last one. */
export function neededToWin(rules: CompiledRules, game: View): number {
  const mine = game.seats[game.mover]?.total ?? 0;
  const others = game.seats.filter((seat, index) => index !== game.mover && !seat.gone).map((seat) => seat.total);
  return Math.max(0, Math.max(0, ...others) - mine + step(rules));
}
