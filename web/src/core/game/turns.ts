// What follows when a turn or a roll-off is over: the next seat, the last turns, a play-off, the end.

import { cardOf, goldOf } from "../rules/deck";
import { meets, reached } from "../rules/ruleset";
import type { Event } from "./events";
import { active, moverOf, seatOf, type State } from "./state";

/** The state and the events that one command adds to it. */
export interface Log {
  state: State;
  add(event: Event): void;
}

/** Add what follows the end of a turn: cards that have had their time, then the next turn or the end. */
export function afterTurn(log: Log, farkled = false): void {
  if (log.state.cards) endCards(log, farkled);
  const { state } = log;
  const mover = moverOf(state);
  if (state.phase === "normal" && !mover.gone && reached(state.rules, mover.total)) {
    if (state.rules.last_chance === "none") {
      // The Gold Pieces in hand still decide.
      if (state.cards) finish(log, active(state), "target");
      else log.add({ type: "GameEnded", winners: [state.mover], reason: "target" });
      return;
    }
    log.add({ type: "LastTurnsBegan", trigger: state.mover });
  } else if (state.phase === "last" && state.rules.last_chance === "last_licks" && leads(state)) {
    log.add({ type: "LastTurnsBegan", trigger: state.mover });
  }
  nextTurn(log);
}

/** Whether the mover has passed everybody else. */
function leads(state: State): boolean {
  const { gone, total } = moverOf(state);
  return !gone && active(state).every((seat) => seat === state.mover || seatOf(state, seat).total < total);
}

/** Add the turn that follows, or the end where none does. */
export function nextTurn(log: Log): void {
  const { state } = log;
  const { rules } = state;
  let next: number | undefined;
  if (state.phase === "last") {
    next = following(state, active(state), rules.last_chance === "finish_round" ? state.starter : state.trigger);
    if (next === undefined) return finish(log, active(state), "target");
  } else if (state.phase === "play_off") {
    next = following(state, state.contenders, state.starter);
    if (next === undefined) return finish(log, state.contenders, "play_off");
  } else {
    next = following(state, active(state), state.starter);
    if (next === undefined) {
      if (state.round === rules.rounds) return finish(log, active(state), "rounds");
      next = inOrder(state, active(state), state.starter)[0] ?? 0;
    }
  }
  const wrapped = place(state, next, state.starter) <= place(state, state.mover, state.starter);
  log.add({ type: "TurnBegan", seat: next, round: state.round + (wrapped ? 1 : 0), turn: state.turn + 1 });
}

/** How many seats after `origin` a seat plays. */
function place(state: State, seat: number, origin: number): number {
  const count = state.seats.length;
  return (((seat - origin) % count) + count) % count;
}

/** Seats in the order of play, counted from `origin`. */
export function inOrder(state: State, seats: readonly number[], origin: number): number[] {
  return [...seats].sort((a, b) => place(state, a, origin) - place(state, b, origin));
}

/** The next of these seats after the mover, before play comes round to `origin` again. */
function following(state: State, seats: readonly number[], origin: number): number | undefined {
  const now = place(state, state.mover, origin);
  return inOrder(state, seats, origin).find((seat) => place(state, seat, origin) > now);
}

/** Every turn is played: count the Gold Pieces, name the winners, or let the tied play on. */
function finish(log: Log, seats: readonly number[], reason: string): void {
  if (log.state.cards && log.state.phase !== "play_off") log.add({ type: "GoldCounted", gold: gold(log.state) });
  const { state } = log;
  const { rules } = state;
  if (rules.solo_goal) {
    const won = meets(rules, seatOf(state, 0).total, rules.solo_goal);
    log.add({ type: "GameEnded", winners: won ? [0] : [], reason: "goal" });
    return;
  }
  const leaders = byCards(state, leadersOf(state, seats));
  if (leaders.length > 1 && rules.ties === "play_off") {
    const contenders = inOrder(state, leaders, state.starter);
    log.add({ type: "PlayOffBegan", seats: contenders });
    log.add({ type: "TurnBegan", seat: contenders[0] ?? 0, round: state.round + 1, turn: state.turn + 1 });
    return;
  }
  log.add({ type: "GameEnded", winners: winnersOf(state, leaders), reason });
}

/** Those of some seats who have the most points. */
export function leadersOf(state: State, seats: readonly number[]): number[] {
  const best = Math.max(...seats.map((seat) => seatOf(state, seat).total));
  return seats.filter((seat) => seatOf(state, seat).total === best);
}

/** Who of equal leaders wins where nobody plays on: all of them, or the one who was first there. */
export function winnersOf(state: State, leaders: number[]): number[] {
  return state.rules.ties === "trigger_keeps" && leaders.includes(state.trigger) ? [state.trigger] : leaders;
}

/** Cards in play whose turns are used up, or that a farkle of their bearer ends. */
function endCards(log: Log, farkled: boolean): void {
  const { cards, mover, rules } = log.state;
  if (!cards || !rules.deck) return;
  for (const entry of cards.in_play) {
    const endsNow = farkled && entry.target === mover && cardOf(rules.deck, entry.card).ends_on_farkle;
    if (entry.turns === 0 || endsNow) log.add({ type: "CardEnded", owner: entry.owner, card: entry.card });
  }
}

/** The Gold Pieces of unplayed cards, seat by seat; those who left count none. */
function gold(state: State): number[] {
  const { cards, rules } = state;
  const { deck } = rules;
  if (!cards || !deck) return state.seats.map(() => 0);
  return state.seats.map((seat, index) =>
    seat.gone || (deck.gold_needs_door && !seat.opened) ? 0 : goldOf(deck, cards.hands[index] ?? []),
  );
}

/** Of equal leaders those with the most unplayed cards, where the deck says so. */
function byCards(state: State, leaders: number[]): number[] {
  const { cards, rules } = state;
  if (!cards || !rules.deck?.ties_by_cards || state.phase === "play_off") return leaders;
  const held = (seat: number): number => cards.hands[seat]?.length ?? 0;
  const most = Math.max(...leaders.map(held));
  return leaders.filter((seat) => held(seat) === most);
}

/** Add what follows a die of the roll-off, or the leaving of somebody who was in it. */
export function afterRollOff(log: Log): void {
  const { contenders, thrown_off } = log.state;
  const [only] = contenders;
  if (contenders.length === 1 && only !== undefined) {
    log.add({ type: "FirstPlayerSet", seat: only });
    return;
  }
  if (thrown_off.length < contenders.length) return;
  const best = Math.max(...thrown_off);
  const leaders = contenders.filter((_, index) => thrown_off[index] === best);
  const [first] = leaders;
  if (leaders.length === 1 && first !== undefined) log.add({ type: "FirstPlayerSet", seat: first });
  else log.add({ type: "RollOffTied", seats: leaders });
}
