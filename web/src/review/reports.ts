// Reviews of games that are over do not change: the coach works each of them out once for this visit.

import { review, table } from "../net/api";
import type { Review, TableView } from "../net/messages";

export interface Report {
  report: Review;
  view: TableView;
}

const known = new Map<string, Report>();

/** The coach's report on a game, with the table that it was played at. */
export async function reportOn(match: string): Promise<Report> {
  const before = known.get(match);
  if (before) return before;
  // One after the other: where both are refused, the coach's reason is the one to say.
  const report = await review(match);
  const found = { report, view: await table(match) };
  if (report.finished) known.set(match, found);
  return found;
}
