// `verify`: why a command is refused, or null where it may be carried out. The one place of legality: buttons, masks
// and the referee all ask here.

import { hasJoker } from "../rules/bags";
import { FACES, JOKER, stepOf, tableOf } from "../rules/ruleset";
import { canScore, MAX_TURN } from "../rules/reachable";
import type { Values } from "../rules/said";
import { endOfStop, isLegal, leastStop, type End, type Standing } from "../rules/stops";
import type { Command, CommandOf } from "./commands";
import { stoppingTotal } from "./lasting";
import { refuseCard, refusePass } from "./playing_cards";
import { Refusal, refuseSeat, ROLL_FIRST } from "./refusals";
import { AFTER_THE_END, MOST_TOTAL, RULING_CHECKS } from "./rulings";
import { inTheAir, isHot, mayShow, moverOf, weightsOf, type State } from "./state";

type Checks = { [T in Command["type"]]: (state: State, command: CommandOf<T>) => Refusal | null };

/** Why this command is refused now, or null. */
export function verify(state: State, command: Command): Refusal | null {
  if (state.phase === "over" && !AFTER_THE_END.has(command.type)) return new Refusal("game_over", "The game is over.");
  const check = Object.hasOwn(CHECKS, command.type) ? CHECKS[command.type] : undefined;
  if (!check) {
    return new Refusal("unknown_command", "The referee does not know {command}.", { command: String(command.type) });
  }
  return (check as (state: State, command: Command) => Refusal | null)(state, command);
}

/** Whether this command would be carried out. */
export function can(state: State, command: Command): boolean {
  return verify(state, command) === null;
}

function standingOf(state: State): Standing {
  const { total, opened } = moverOf(state);
  return { total, opened, playOff: state.phase === "play_off" };
}

/** The smallest turn total with which the mover may stop, by opening, minimum and step (0: any). */
export function neededToBank(state: State): number {
  return leastStop(state.rules, standingOf(state));
}

/** What a stop of the mover with this turn total leads to. */
export function endOf(state: State, turnTotal: number): End {
  return endOfStop(state.rules, standingOf(state), turnTotal);
}

/** What a turn that ends with this total puts onto the score sheet of the mover: a minimum binds stops alone. */
export function recordedPoints(state: State, turnTotal: number): number {
  const { opened, total } = moverOf(state);
  const { opening, target, reach } = state.rules;
  if (!opened && turnTotal < opening) return 0;
  const exact = reach === "exactly" && target > 0 && state.phase !== "play_off";
  return exact && total + turnTotal > target ? 0 : turnTotal;
}

/** The points of a keep, and the state right after it; undefined where these dice may not be set aside. */
export function afterKeep(state: State, dice: readonly number[]): { points: number; state: State } | undefined {
  const faces = facesOf(state, dice);
  const option = faces && tableOf(state.rules).optionFor(state.faces, faces);
  if (!option) return undefined;
  const hand = state.hand.filter((die) => !dice.includes(die));
  const after: State = { ...state, step: "decide", hand, faces: [], turn_total: state.turn_total + option.points };
  return { points: option.points, state: after };
}

/** What these dice of the roll show; undefined where they are not dice of this roll. */
export function facesOf(state: State, dice: readonly number[]): number[] | undefined {
  const faces = dice.map((die) => state.faces[state.hand.indexOf(die)]);
  if (!dice.length || new Set(dice).size !== dice.length || faces.includes(undefined)) return undefined;
  return faces as number[];
}

function refuseMover(state: State, index: number): Refusal | null {
  const refusal = refuseSeat(state, index);
  if (refusal || index === state.mover) return refusal;
  return new Refusal("not_your_turn", "It is the turn of seat {mover:seat}.", { mover: state.mover });
}

function refuseWaiting(state: State): Refusal | null {
  switch (state.step) {
    case "wait":
      return new Refusal("waiting_for_dice", "The dice are in the air; wait until they have fallen.");
    case "farkle":
      return new Refusal("card_or_pass", "Nothing scores. Play a card for such a moment, or pass.");
    case "stop":
      return new Refusal("card_or_pass", "You have stopped. Play a card for such a moment, or pass.");
    default:
      return null;
  }
}

function refuseThrow(state: State, command: CommandOf<"Throw">): Refusal | null {
  if (state.step !== "wait") return new Refusal("no_dice_asked", "Nobody has asked for dice.");
  const dice = inTheAir(state);
  const { faces } = command;
  if (faces.length !== dice.length) {
    return new Refusal("wrong_dice", "{dice} dice were asked for, not {count}.", { dice: dice.length, count: faces.length });
  }
  if (!faces.every((face) => Number.isInteger(face) && face >= 1 && face <= (weightsOf(state).length ? JOKER : FACES))) {
    return new Refusal("wrong_dice", "A die shows a face from 1 to 6.");
  }
  if (!dice.every((die, index) => mayShow(state, die, faces[index] ?? 0))) {
    return new Refusal("wrong_dice", "One of these dice never shows that face (key weights).");
  }
  return null;
}

function refuseKeep(state: State, command: CommandOf<"Keep">): Refusal | null {
  const refusal = refuseMover(state, command.seat) ?? refuseWaiting(state);
  if (refusal) return refusal;
  if (state.step !== "keep") return new Refusal("nothing_to_keep", "There is nothing to set aside before the next roll.");
  const { dice, then = "" } = command;
  if (!dice.length) return new Refusal("must_keep", "Set aside at least one scoring die.");
  const faces = facesOf(state, dice);
  if (!faces) return new Refusal("no_such_die", "These are not dice of this roll.", { dice });
  const kept = afterKeep(state, dice);
  if (!kept) return notAScore(state, faces.sort((a, b) => a - b));
  if (!["", "roll", "bank"].includes(then)) return new Refusal("unknown_command", "After a keep comes roll or bank.");
  return then === "bank" ? refuseBank(kept.state, { type: "Bank", seat: command.seat }) : null;
}

function notAScore(state: State, faces: number[]): Refusal {
  const table = tableOf(state.rules);
  if (state.rules.take_all && table.value(faces) !== null) {
    return new Refusal("take_all", "On this sheet every scoring die must be set aside.", { faces });
  }
  const helping = new Set(table.options(faces).flatMap((option) => [...option.keep].map(Number)));
  const different = [...new Set(faces)];
  const idle = different.filter((face) => !helping.has(face));
  if (idle.length && idle.length < different.length) {
    return new Refusal("not_a_score", "{faces} does not score: leave {idle:and}.", { faces, idle });
  }
  return new Refusal("not_a_score", "{faces} does not score.", { faces });
}

function refuseBank(state: State, command: CommandOf<"Bank">): Refusal | null {
  const refusal = refuseMover(state, command.seat) ?? refuseWaiting(state);
  if (refusal) return refusal;
  if (state.step === "keep") return new Refusal("must_keep", "Set aside at least one scoring die of this roll first.");
  if (state.step !== "decide") return ROLL_FIRST;
  if (isHot(state) && state.rules.hot_dice === "forced") {
    return new Refusal("hot_dice", "All dice scored: on this sheet you must roll them again.");
  }
  if (state.cards?.must_roll) {
    return new Refusal("must_roll", "Your card says that you must roll at least once more.");
  }
  return enough(state, stoppingTotal(state, state.turn_total));
}

function enough(state: State, turnTotal: number): Refusal | null {
  const end = endOf(state, turnTotal);
  if (isLegal(end)) return null;
  const data: Values = { needed: neededToBank(state), turn_total: turnTotal };
  if (end === "below_opening") {
    const says = "You need {needed} in one turn to get on the board; this turn has {turn_total}.";
    return new Refusal("below_opening", says, data);
  }
  if (end === "uneven") {
    const says = "A bank must be a multiple of {step}; this turn has {turn_total}.";
    return new Refusal("uneven", says, { step: state.rules.bank_step, turn_total: turnTotal });
  }
  return new Refusal("below_minimum", "You need {needed} to bank; this turn has {turn_total}.", data);
}

function refuseEnter(state: State, command: CommandOf<"EnterTurn">): Refusal | null {
  const refusal = refuseMover(state, command.seat);
  if (refusal) return refusal;
  if (state.phase === "roll_off") return new Refusal("roll_off", "First roll off who begins.");
  if (state.step !== "roll") return new Refusal("turn_started", "This turn has begun with dice; end it with dice.");
  const { points } = command;
  if (points === null) return null;
  if (command.ruling) {
    if (points >= 0 && points <= MAX_TURN) return null;
    return new Refusal("cannot_score", "Even by ruling a turn has from 0 to {most} points.", { most: MAX_TURN });
  }
  const { rules } = state;
  const bag = state.bags[state.mover];
  // With cards or piggyback a turn may begin with points, or gain some.
  const possible = rules.deck || rules.piggyback
    ? points >= 0 && points <= MAX_TURN && points % stepOf(rules) === 0
    : canScore(rules, points, bag !== undefined && hasJoker(bag));
  if (!possible) return new Refusal("cannot_score", "No turn on this sheet scores exactly {points}.", { points });
  return enough(state, points);
}

function refuseCorrect(state: State, command: CommandOf<"Correct">): Refusal | null {
  const refusal = refuseSeat(state, command.seat);
  if (refusal) return refusal;
  if (Math.abs(command.total) > MOST_TOTAL) return new Refusal("cannot_score", "No score sheet has room for that.");
  const most = Math.max(state.rules.penalty.count, 1);
  if (command.farkles >= 0 && command.farkles <= most) return null;
  return new Refusal("cannot_score", "Farkles in a row are from 0 to {most}.", { most });
}

const CHECKS: Checks = {
  ...RULING_CHECKS,
  Roll(state, command) {
    const refusal = refuseMover(state, command.seat) ?? refuseWaiting(state);
    if (refusal || state.step !== "keep") return refusal;
    return new Refusal("must_keep", "Set aside at least one scoring die first.");
  },
  Throw: refuseThrow,
  Keep: refuseKeep,
  Bank: refuseBank,
  TakeOver(state, command) {
    const refusal = refuseMover(state, command.seat);
    if (refusal || (state.offer && state.step === "roll")) return refusal;
    return new Refusal("nothing_to_take", "There are no dice and points to take over.");
  },
  EnterTurn: refuseEnter,
  TimeOut(state, command) {
    const refusal = refuseMover(state, command.seat);
    return refusal ?? (state.phase === "roll_off" ? new Refusal("roll_off", "A roll-off has no clock.") : null);
  },
  Resign: (state, command) => refuseSeat(state, command.seat),
  Correct: refuseCorrect,
  UseAdvice: (state, command) => refuseSeat(state, command.seat),
  PlayCard(state, command) {
    const refusal = refuseMover(state, command.seat) ?? (state.step === "wait" ? refuseWaiting(state) : null);
    return refusal ?? refuseCard(state, command);
  },
  PassWindow: (state, command) => refuseMover(state, command.seat) ?? refusePass(state),
};
