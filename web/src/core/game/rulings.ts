// What a real table may do beyond the sheet: late seats, cards of cardboard, a moved end, words. Every ruling is a
// command and an event like any other, so a record with rulings replays like any other.

import { STANDARD } from "../rules/bags";
import { RulesError } from "../rules/faults";
import { fromRaw } from "../rules/loading";
import { lengthOf, printable } from "../rules/reading";
import { allowsSeats, seatsAllowed, type Ruleset } from "../rules/ruleset";
import { sameForAll } from "../rules/deck";
import { toRaw } from "../rules/writing";
import { opensAtOnce } from "./beginnings";
import { dealLate } from "./cards";
import type { CommandOf } from "./commands";
import type { EventOf } from "./events";
import { Refusal, refuseSeat } from "./refusals";
import { active, numbersTo, seatOf, totals, type Remark, type State } from "./state";
import { leadersOf, nextTurn, winnersOf, type Log } from "./turns";

export const MOST_TOTAL = 100_000_000;
const MOST_POINTS = 1_000_000;
const MOST_ROUNDS = 1000;
const MOST_REMARKS = 50;
const LONGEST_REMARK = 200;
export const AFTER_THE_END: ReadonlySet<string> = new Set(["PlayOn", "CountBonus"]);

/** The remarks that still lie on the table when the mover's turn has ended. */
export function oneTurnLess(state: State): Remark[] {
  return state.remarks.flatMap((remark) => {
    if (remark.turns < 0 || remark.seat !== state.mover) return [remark];
    return remark.turns > 1 ? [{ ...remark, turns: remark.turns - 1 }] : [];
  });
}

// Why a ruling is refused

function refuseTakeSeat(state: State, command: CommandOf<"TakeSeat">): Refusal | null {
  if (state.phase !== "normal") {
    return new Refusal("too_late", "A seat can be taken only while the game is in full swing.");
  }
  if (!allowsSeats(state.rules, state.seats.length + 1)) {
    const seats = seatsAllowed(state.rules)[1];
    return new Refusal("table_full", "The table is full: this sheet is for {seats}.", { seats });
  }
  const { deck } = state.rules;
  if (deck && !sameForAll(deck)) {
    return new Refusal("table_full", "Every colour of this deck has cards of its own: nobody can join late.");
  }
  const { total = 0 } = command;
  if (total >= 0 && total <= MOST_TOTAL) return null;
  return new Refusal("cannot_score", "A late seat begins with 0 to {most} points.", { most: MOST_TOTAL });
}

function refuseAdjust(state: State, command: CommandOf<"Adjust">): Refusal | null {
  const seats = command.changes.map(([seat]) => seat);
  if (!seats.length || new Set(seats).size !== seats.length || !command.changes.every(([, points]) => points)) {
    return new Refusal("nothing_to_adjust", "Name each seat once, with the points it gains or loses.");
  }
  for (const [seat, points] of command.changes) {
    const refusal = refuseSeat(state, seat);
    if (refusal) return refusal;
    if (Math.abs(points) > MOST_POINTS || Math.abs(seatOf(state, seat).total + points) > MOST_TOTAL) {
      return new Refusal("cannot_score", "No score sheet has room for that.");
    }
  }
  return null;
}

function refuseSetDice(state: State, command: CommandOf<"SetDice">): Refusal | null {
  const refusal = refuseSeat(state, command.seat);
  if (refusal) return refusal;
  if (state.phase === "roll_off") return new Refusal("roll_off", "First roll off who begins.");
  const { dice } = state.rules;
  if (command.dice >= 1 && command.dice <= dice) return null;
  return new Refusal("wrong_dice", "A turn has from 1 to {dice} dice.", { dice });
}

function refusePlayOn(state: State, command: CommandOf<"PlayOn">): Refusal | null {
  const over = state.phase === "over";
  if (state.phase === "roll_off") return new Refusal("roll_off", "First roll off who begins.");
  if (over && state.cards) return new Refusal("cards_counted", "The Gold Pieces are counted, so the game is over.");
  if (state.reason === "resigned" || active(state).length < Math.min(2, state.seats.length)) return new Refusal("nobody_left", "Nobody is left to play on with.");
  if (!over && (state.step !== "roll" || state.phase === "play_off")) {
    return new Refusal("turn_started", "The end can be moved between two turns, outside a play-off.");
  }
  const { rules } = state;
  const low = rules.rounds ? state.round + (over ? 1 : 0) : Math.max(1, ...totals(state)) + 1;
  const high = rules.rounds ? MOST_ROUNDS : MOST_POINTS;
  if (!(low <= command.goal && command.goal <= high)) {
    const what = rules.rounds ? "rounds" : "points";
    return new Refusal("wrong_goal", `The new end lies between {low} and {high} ${what}.`, { low, high });
  }
  try {
    fromRaw(toRaw(withGoal(rules, command.goal)));
  } catch (error) {
    const [fault] = error instanceof RulesError ? error.faults : [];
    if (!fault) throw error;
    // Such as an exact target that no turns add up to.
    const key = fault.key.charAt(0).toUpperCase() + fault.key.slice(1);
    return new Refusal("wrong_goal", "{key} {fault}.", { key, fault: { says: fault.says, values: fault.values } });
  }
  return null;
}

function withGoal(rules: Ruleset, goal: number): Ruleset {
  return rules.rounds ? { ...rules, rounds: goal } : { ...rules, target: goal };
}

function refuseCountBonus(state: State, command: CommandOf<"CountBonus">): Refusal | null {
  if (state.cards) return new Refusal("cards_counted", "The Gold Pieces of this deck are counted by themselves.");
  if (state.phase !== "over" || ["resigned", "bonus", "goal", "instant"].includes(state.reason)) {
    return new Refusal("not_now", "A bonus is counted once, when the last turn is played.");
  }
  const seats = state.seats.length;
  if (command.points.length !== seats) {
    return new Refusal("wrong_seats", "Tell a bonus for each of the {seats} seats.", { seats });
  }
  if (command.points.every((points) => points >= 0 && points <= MOST_POINTS)) return null;
  return new Refusal("cannot_score", "A bonus is from 0 to {most}.", { most: MOST_POINTS });
}

function refuseRemark(state: State, command: CommandOf<"MakeRemark">): Refusal | null {
  const { text, seat = -1, turns = 0 } = command;
  if (!text.trim() || text !== text.trim() || lengthOf(text) > LONGEST_REMARK || !printable(text)) {
    const says = "A remark has from 1 to {most} characters in one line.";
    return new Refusal("no_text", says, { most: LONGEST_REMARK });
  }
  if (turns < -1 || turns > 99) return new Refusal("wrong_turns", "A remark lasts up to 99 turns.");
  if (turns > 0 && seat === -1) return new Refusal("no_such_seat", "Say whose turns the remark counts.");
  if (turns && state.remarks.length >= MOST_REMARKS) {
    return new Refusal("too_many", "The table is full of remarks; lift one first.");
  }
  return seat === -1 ? null : refuseSeat(state, seat);
}

function refuseLift(state: State, { number }: CommandOf<"LiftRemark">): Refusal | null {
  if (number >= 1 && number <= state.remarks.length) return null;
  return new Refusal("no_such_remark", "There is no lasting remark {number}.", { number });
}

type Ruling = "TakeSeat" | "Adjust" | "SetDice" | "PlayOn" | "CountBonus" | "MakeRemark" | "LiftRemark";

export const RULING_CHECKS: { [T in Ruling]: (state: State, command: CommandOf<T>) => Refusal | null } = {
  TakeSeat: refuseTakeSeat,
  Adjust: refuseAdjust,
  SetDice: refuseSetDice,
  PlayOn: refusePlayOn,
  CountBonus: refuseCountBonus,
  MakeRemark: refuseRemark,
  LiftRemark: refuseLift,
};

// What a ruling leads to

export const RULING_ACTIONS: { [T in Ruling]: (log: Log, command: CommandOf<T>) => void } = {
  TakeSeat: (log, { total = 0, opened = false }) => log.add({ type: "SeatTaken", total, opened }),
  Adjust: (log, { changes }) => log.add({ type: "Adjusted", changes }),
  SetDice: (log, { seat, dice }) => log.add({ type: "DiceSet", seat, dice }),
  PlayOn(log, { goal }) {
    const wasOver = log.state.phase === "over";
    log.add({ type: "GoalMoved", goal });
    if (wasOver) nextTurn(log);
  },
  CountBonus(log, { points }) {
    log.add({ type: "BonusCounted", points });
    const leaders = leadersOf(log.state, active(log.state));
    log.add({ type: "GameEnded", winners: winnersOf(log.state, leaders), reason: "bonus" });
  },
  MakeRemark: (log, { text, seat = -1, turns = 0 }) => log.add({ type: "Remarked", text, seat, turns }),
  LiftRemark: (log, { number }) => log.add({ type: "RemarkLifted", number }),
};

// What it does to the state

type Ruled = "SeatTaken" | "Adjusted" | "DiceSet" | "GoalMoved" | "BonusCounted" | "Remarked" | "RemarkLifted";

function plus(state: State, changes: readonly (readonly [number, number])[]): State {
  const points = new Map(changes);
  return {
    ...state,
    seats: state.seats.map((seat, index) => ({ ...seat, total: seat.total + (points.get(index) ?? 0) })),
  };
}

export const RULING_CHANGES: { [T in Ruled]: (state: State, event: EventOf<T>) => State } = {
  SeatTaken(state, event) {
    const opened = event.opened || opensAtOnce(state.rules);
    const seat = { total: event.total, opened, farkles: 0, gone: false, dice: 0 };
    const { cards, rules } = state;
    const bags = state.bags.length ? [...state.bags, `${rules.dice}*${STANDARD}`] : [];
    return { ...state, seats: [...state.seats, seat], bags, cards: cards && rules.deck ? dealLate(rules.deck, cards) : cards };
  },
  Adjusted: (state, event) => plus(state, event.changes),
  DiceSet(state, { seat, dice }) {
    if (seat === state.mover && state.step === "roll" && state.roll === 0) {
      return { ...state, turn_dice: dice, hand: numbersTo(dice) };
    }
    return { ...state, seats: state.seats.map((other, index) => (index === seat ? { ...other, dice } : other)) };
  },
  GoalMoved: (state, event) => ({
    ...state,
    rules: withGoal(state.rules, event.goal),
    phase: "normal",
    step: state.phase === "over" ? "between" : state.step,
    trigger: -1,
    contenders: [],
    winners: [],
    reason: "",
  }),
  BonusCounted: (state, event) => plus(state, event.points.map((points, seat) => [seat, points])),
  Remarked: (state, { text, seat, turns }) =>
    turns ? { ...state, remarks: [...state.remarks, { text, seat, turns }] } : state,
  RemarkLifted: (state, event) => ({
    ...state,
    remarks: state.remarks.filter((_, index) => index !== event.number - 1),
  }),
};

