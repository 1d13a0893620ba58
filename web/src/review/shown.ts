// Differences of what is shown: a reader subtracts the figures on the page, not those behind them.

import type { Review } from "../net/messages";

/** The difference of two values as they are shown: 50.8 % and 50.3 % are 0.5 % apart. */
export function shownLoss(best: number, value: number, unit: Review["unit"]): number {
  const steps = unit === "win" ? 1000 : 1;
  return (Math.round(best * steps) - Math.round(value * steps)) / steps;
}
