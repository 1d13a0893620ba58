// How a turn ends: a dead roll, a farkle, a stop; with cards each of them may leave a moment to play one.

import { cardOf } from "../rules/deck";
import { afterFarkle } from "../rules/stops";
import { pointsOnStop } from "./lasting";
import { cardPlays } from "./playing_cards";
import { active, moverOf, seatOf, type State, type Step } from "./state";
import { afterTurn, inOrder, type Log } from "./turns";
import { recordedPoints } from "./verifying";

/** Nothing scores: a farkle at once, unless the mover holds a card for such a moment. */
export function deadRoll(log: Log): void {
  if (hasACardFor(log.state, "farkle")) log.add({ type: "WindowOpened", seat: log.state.mover, window: "on_farkle" });
  else farkle(log, log.state.turn_total);
}

/** The points that a farkle of the mover would cost now. */
export function penaltyNow(state: State): number {
  const { total, farkles } = moverOf(state);
  return afterFarkle(state.rules, total, farkles).points;
}

/** The turn ends with nothing. */
export function farkle(log: Log, lost: number): void {
  log.add({ type: "Farkled", seat: log.state.mover, lost, penalty: penaltyNow(log.state) });
  afterTurn(log, true);
}

/** The mover stops: the turn is recorded at once, unless the mover holds a card for such a moment. */
export function stop(log: Log): void {
  if (hasACardFor(log.state, "stop")) log.add({ type: "WindowOpened", seat: log.state.mover, window: "on_stop" });
  else record(log);
}

/** The turn goes onto the score sheet, with what cards in play add to it. */
export function record(log: Log): void {
  addBonuses(log);
  writeDown(log, log.state.turn_total);
}

/**
 * The points of a turn go onto the score sheet, and others feel it: by welfare, by a bump. `ruling` says that they
 * count as told, whatever the sheet says.
 */
export function writeDown(log: Log, turnTotal: number, ruling = false): void {
  const { state } = log;
  const { mover, rules } = state;
  const before = moverOf(state).total;
  const points = ruling ? turnTotal : recordedPoints(state, turnTotal);
  log.add({ type: "Banked", seat: mover, points });
  const lowest = points ? undefined : poorest(state, turnTotal);
  if (lowest !== undefined) log.add({ type: "Gifted", seat: lowest, points: turnTotal });
  if (points && rules.bump !== "none") {
    for (const seat of active(state)) {
      if (seat === mover || seatOf(state, seat).total !== before + points) continue;
      log.add({ type: "Bumped", seat, total: rules.bump === "to_zero" ? 0 : before });
    }
  }
  afterTurn(log);
}

/** Who gets a turn that went beyond an exact target: the lowest other total, if it stays below. */
function poorest(state: State, turnTotal: number): number | undefined {
  const { rules, mover } = state;
  if (rules.overshoot !== "welfare" || state.phase === "play_off") return undefined;
  if (moverOf(state).total + turnTotal <= rules.target) return undefined; // too little to get on the board
  const total = (seat: number): number => seatOf(state, seat).total;
  const others = inOrder(state, active(state), mover).filter((seat) => seat !== mover);
  const least = Math.min(...others.map(total));
  return least + turnTotal < rules.target ? others.find((seat) => total(seat) === least) : undefined;
}

/** What cards in play add to a turn that stops. */
export function addBonuses(log: Log): void {
  const { state } = log;
  if (!state.cards?.in_play.length || !state.rules.deck) return;
  for (const [entry, points] of pointsOnStop(state, state.turn_total)) {
    log.add({ type: "TurnPointsAdded", seat: state.mover, card: entry.card, points });
    if (cardOf(state.rules.deck, entry.card).lasts === "until_triggered") {
      log.add({ type: "CardEnded", owner: entry.owner, card: entry.card });
    }
  }
}

function hasACardFor(state: State, step: Step): boolean {
  return state.cards !== null && !state.cards.played && cardPlays({ ...state, step }).length > 0;
}
