// A game in two or three sentences: who won, whether by luck or by play, and what decided it.

import { grouped } from "../rules/said";
import type { Review, Summary, Unit } from "./forms";

/** A value in its unit, as people read it. */
export function amount(value: number, unit: Unit, sign = false): string {
  const plus = sign && value >= 0 ? "+" : "";
  return unit === "win" ? `${plus}${(100 * value).toFixed(1)} %` : `${plus}${grouped(Math.round(value))}`;
}

/** What happened, in words. */
export function verdict(review: Review): string {
  const [first] = review.players;
  if (review.players.length === 1 && first) return alone(review, first);
  const most = (by: (player: Summary) => number, among = review.players): Summary =>
    among.reduce((best, player) => (by(player) > by(best) ? player : best));
  if (!review.finished) {
    const leader = most((player) => player.result);
    const standing =
      review.unit === "win" ? `with a chance of ${amount(leader.result, "win")}` : `at ${amount(leader.result, "points")}`;
    return `The game is not over; ${leader.name} stands best, ${standing}.`;
  }
  const winner = review.players[review.winners[0] ?? -1];
  if (review.winners.length !== 1 || !winner) return "The game was shared.";
  const played = most((player) => -player.cost);
  const lucky = most((player) => player.luck);
  let how = `although ${played.name} played better and ${lucky.name} had the luckier dice`;
  if (played === winner && lucky === winner) how = "with the better play and the luckier dice";
  else if (played === winner) how = `by the better play, against ${lucky.name}'s luckier dice`;
  else if (lucky === winner) how = `by the luckier dice; ${played.name} played better`;
  const told = `${winner.name} won ${how}.`;
  if (review.source.kind !== "exact") return told;
  const other = most((player) => player.adjusted, review.players.filter((player) => player !== winner));
  const stood = `${amount(winner.adjusted, review.unit)} to ${amount(other.adjusted, review.unit)} for ${other.name}`;
  return `${told} Without luck it would have stood ${stood}.`;
}

function alone(review: Review, player: Summary): string {
  const total = grouped(review.totals[0] ?? 0);
  const luck = player.luck >= 0 ? "lucky" : "unlucky";
  if (review.unit === "win") {
    return `${player.name} made ${total}; the dice were ${luck} (${amount(player.luck, "win", true)}).`;
  }
  const goal = review.winners.length ? "and met the goal" : "and missed the goal";
  const ended = review.finished ? `${player.name} made ${total} ${goal}` : `${player.name} has ${total} so far`;
  return (
    `${ended}. The dice were ${luck} (${amount(player.luck, "points", true)}), the decisions cost ` +
    `${amount(player.loss, "points")}: without luck it would have been ${amount(player.adjusted, "points")}.`
  );
}
