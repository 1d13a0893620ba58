// The referee: `decide` says what a command leads to, `play` carries it out. Pure; dice come as commands.

import { liesIn, tableOf, type Pattern } from "../rules/ruleset";
import type { Command, CommandOf } from "./commands";
import { passWindow, playCard } from "./effects";
import { addBonuses, deadRoll, farkle, stop, writeDown } from "./endings";
import type { Event } from "./events";
import { evolve } from "./evolving";
import { Refusal } from "./refusals";
import { RULING_ACTIONS } from "./rulings";
import { active, diceToRoll, inTheAir, type State } from "./state";
import { afterRollOff, afterTurn, type Log } from "./turns";
import { afterKeep, can, facesOf, verify } from "./verifying";

class Added implements Log {
  readonly events: Event[] = [];

  constructor(public state: State) {}

  add(event: Event): void {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }
}

export interface Played {
  state: State;
  events: Event[];
}

/** The state after a command with the events that led there, or the reason why it is refused. */
export function play(state: State, command: Command): Played | Refusal {
  const refusal = verify(state, command);
  if (refusal) return refusal;
  const log = new Added(state);
  (ACTIONS[command.type] as (log: Log, command: Command) => void)(log, command);
  return { state: log.state, events: log.events };
}

/** The events that a command leads to, or the reason why it is refused. */
export function decide(state: State, command: Command): Event[] | Refusal {
  const result = play(state, command);
  return result instanceof Refusal ? result : result.events;
}

function roll(log: Log): void {
  const { state } = log;
  const { turn } = state;
  log.add({ type: "RollAsked", seat: state.mover, turn, roll: state.roll + 1, throw: 1, dice: [...diceToRoll(state)] });
}

/** What the roll on the table decides by lying there: a win, a loss, or nothing (""). */
export function decidedBy({ rules, faces, roll: number }: State): "win" | "loss" | "" {
  const lies = (patterns: readonly Pattern[]): boolean => patterns.some((pattern) => liesIn(pattern, faces, number === 1));
  if (lies(rules.instant_win)) return "win";
  return lies(rules.instant_loss) ? "loss" : "";
}

/** What follows when somebody is out of the game. */
function left(log: Log, reason: string): void {
  const { state } = log;
  const rest = active(state);
  if (rest.length <= 1) log.add({ type: "GameEnded", winners: rest, reason });
  else if (state.phase === "play_off" && state.contenders.length === 1) {
    log.add({ type: "GameEnded", winners: [...state.contenders], reason });
  } else if (state.phase === "roll_off") afterRollOff(log);
  else if (state.step === "between") afterTurn(log);
}

const ACTIONS: { [T in Command["type"]]: (log: Log, command: CommandOf<T>) => void } = {
  ...RULING_ACTIONS,
  Roll: roll,
  Throw(log, { faces }) {
    const { state } = log;
    log.add({ type: "DiceRolled", seat: state.mover, dice: [...inTheAir(state)], faces: [...faces] });
    const { mover } = state;
    const decided = decidedBy(log.state);
    if (state.phase === "roll_off") afterRollOff(log);
    else if (decided === "win") log.add({ type: "GameEnded", winners: [mover], reason: "instant" });
    else if (decided === "loss") {
      log.add({ type: "KnockedOut", seat: mover });
      left(log, "instant");
    } else if (!tableOf(state.rules).options(log.state.faces).length) deadRoll(log);
  },
  Keep(log, command) {
    const { state } = log;
    const dice = [...command.dice].sort((a, b) => a - b);
    const points = afterKeep(state, dice)?.points ?? 0;
    log.add({ type: "DiceKept", seat: state.mover, dice, faces: facesOf(state, dice) ?? [], points });
    if (command.then === "roll") roll(log);
    else if (command.then === "bank") stop(log);
  },
  Bank: stop,
  TakeOver: (log, { seat }) => log.add({ type: "TookOver", seat, points: log.state.offer, dice: [...log.state.offered] }),
  EnterTurn(log, { seat, points, ruling = false }) {
    log.add({ type: "TurnEntered", seat, points, ruling: ruling && points !== null });
    if (points === null) {
      farkle(log, 0);
    } else {
      writeDown(log, points, ruling);
    }
  },
  TimeOut(log, { seat }) {
    // A deadline counts as a pass.
    if (log.state.step === "farkle" || log.state.step === "stop") return passWindow(log, { seat });
    const stops = can(log.state, { type: "Bank", seat });
    if (stops) addBonuses(log);
    const turnTotal = log.state.turn_total;
    log.add({ type: "TurnTimedOut", seat });
    if (stops) writeDown(log, turnTotal);
    else afterTurn(log);
  },
  Resign(log, { seat }) {
    log.add({ type: "Resigned", seat });
    left(log, "resigned");
  },
  Correct: (log, { seat, total, opened, farkles }) => log.add({ type: "Corrected", seat, total, opened, farkles }),
  UseAdvice: (log, { seat }) => log.add({ type: "AdviceUsed", seat }),
  PlayCard: playCard,
  PassWindow: passWindow,
};
