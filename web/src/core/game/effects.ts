// What a card does when it is played: one function for each effect that works at once.

import { act, cardOf, type Act, type Effect } from "../rules/deck";
import { savedOf, takenFrom, turnedTo } from "../rules/effects";
import { tableOf } from "../rules/ruleset";
import type { CommandOf } from "./commands";
import { farkle, record, writeDown } from "./endings";
import { shieldOf } from "./lasting";
import { seatOf } from "./state";
import { type Log } from "./turns";
import { facesOf } from "./verifying";

type Play = Required<CommandOf<"PlayCard">>;

function throwAgain(log: Log, dice: readonly number[]): void {
  const { mover, turn, roll } = log.state;
  log.add({ type: "RollAsked", seat: mover, turn, roll, throw: log.state.throw + 1, dice: [...dice] });
}

function atMost(log: Log, effect: Effect, target: number): number {
  return takenFrom(effect, seatOf(log.state, target).total);
}

/** In the order in which they happen: what deals with the dice comes last, for it may end the turn. */
const IMMEDIATE: [Act, (log: Log, effect: Effect, play: Play) => void][] = [
  ["turn_points", (log, { points }, { seat, card }) => log.add({ type: "TurnPointsAdded", seat, card, points })],
  [
    "total_points",
    (log, { points }, { seat, card }) => log.add({ type: "PointsMoved", card, source: -1, taker: seat, points }),
  ],
  [
    "take_points",
    (log, effect, { seat, card, target }) =>
      log.add({ type: "PointsMoved", card, source: target, taker: seat, points: atMost(log, effect, target) }),
  ],
  [
    "lose_points",
    (log, effect, { card, target }) =>
      log.add({ type: "PointsMoved", card, source: target, taker: -1, points: atMost(log, effect, target) }),
  ],
  [
    "flip_die",
    (log, effect, { seat, dice }) => {
      const faces = (facesOf(log.state, dice) ?? []).map((face) => turnedTo(effect, face));
      log.add({ type: "DiceTurned", seat, dice, faces });
    },
  ],
  ["set_die", (log, effect, { seat, dice }) => log.add({ type: "DiceTurned", seat, dice, faces: dice.map(() => turnedTo(effect, 0)) })],
  ["reroll", (log, _, { dice }) => throwAgain(log, [...dice].sort((a, b) => a - b))],
  ["second_throw", (log) => throwAgain(log, log.state.hand)],
  ["keep_on_farkle", (log, effect) => writeDown(log, savedOf(effect, log.state.turn_total))],
];

/** A card is played: its effects happen, unless a shield of the target stops it, and the turn goes on. */
export function playCard(log: Log, command: CommandOf<"PlayCard">): void {
  const before = log.state;
  if (!before.rules.deck) throw new TypeError("a game without a deck has no cards to play");
  const card = cardOf(before.rules.deck, command.card);
  const play: Play = { ...command, target: command.target ?? -1, dice: command.dice ?? [] };
  const stoppedBy = (play.target >= 0 && shieldOf(before, play.target)?.id) || "";
  const { seat, target, dice } = play;
  log.add({ type: "CardPlayed", seat, card: card.id, target, dice, stopped_by: stoppedBy });
  if (!stoppedBy) {
    for (const [what, work] of IMMEDIATE) {
      const effect = act(card, what);
      if (effect) work(log, effect, play);
    }
  }
  const { state } = log;
  if (state.phase === "over" || state.turn !== before.turn) return;
  if (state.step === "stop") record(log);
  else if ((state.step === "keep" || state.step === "farkle") && !tableOf(state.rules).options(state.faces).length) {
    farkle(log, state.turn_total);
  }
}

/** The moment goes by: the farkle stands, or the stop is recorded. */
export function passWindow(log: Log, { seat }: { seat: number }): void {
  const { step } = log.state;
  log.add({ type: "WindowPassed", seat });
  if (step === "farkle") farkle(log, log.state.turn_total);
  else record(log);
}
