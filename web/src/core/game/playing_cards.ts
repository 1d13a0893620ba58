// When a card may be played: the one place of legality for cards, and the list of all plays of a moment.

import { pack } from "../rules/combinations";
import { cardById, cardOf, diceToChoose, inWindow, type Card, type Deck, type Window } from "../rules/deck";
import { said, type Said, type Values } from "../rules/said";
import type { CommandOf } from "./commands";
import { lockOn, stoppingTotal } from "./lasting";
import { Refusal } from "./refusals";
import { active, diceToRoll, moverOf, type State, type Step } from "./state";

const WINDOW: Partial<Record<Step, Window>> = {
  roll: "turn_start",
  keep: "after_roll",
  decide: "after_keep",
  farkle: "on_farkle",
  stop: "on_stop",
};
const MOMENTS: Record<Window, Said> = {
  turn_start: said("at the start of your turn"),
  after_roll: said("after a roll"),
  after_keep: said("after setting dice aside"),
  on_farkle: said("on a Farkle"),
  on_stop: said("when you stop"),
};

function about(card: Card): Values {
  return { card: card.id, name: card.name };
}

/** Why the mover may not play this card now, or null. That it is the mover is checked by `verify`. */
export function refuseCard(state: State, command: CommandOf<"PlayCard">): Refusal | null {
  const { deck } = state.rules;
  if (!deck || !state.cards) return new Refusal("no_cards", "This sheet is played without cards.");
  if (state.phase === "roll_off") return new Refusal("roll_off", "First roll off who begins.");
  const card = cardById(deck, command.card);
  if (!card) {
    return new Refusal("unknown_card", "There is no card {id} in this deck.", { id: `'${command.card.slice(0, 40)}'` });
  }
  if (!state.cards.hands[command.seat]?.includes(card.id)) {
    return new Refusal("card_not_held", "You do not hold {name}.", about(card));
  }
  if (state.phase === "play_off") {
    return new Refusal("cards_counted", "The cards are counted: the play-off is for dice alone.");
  }
  return (
    allowance(state) ??
    moment(state, deck, card) ??
    needs(state, card) ??
    refuseTarget(state, card, command.target ?? -1) ??
    refuseDice(state, card, command.dice ?? [])
  );
}

function allowance(state: State): Refusal | null {
  if (state.cards?.played) return new Refusal("one_card_a_turn", "You have played your card for this turn.");
  const lock = lockOn(state, state.mover);
  return lock ? new Refusal("hand_locked", "While {name} lies there, you play no other card.", about(lock)) : null;
}

function moment(state: State, deck: Deck, card: Card): Refusal | null {
  const window = WINDOW[state.step];
  if (window && inWindow(deck, card, window)) return null;
  const [first, ...others] = card.when;
  if (!first) return new Refusal("not_now", "{name} is played at any time during your turn.", about(card));
  const when = others.reduce(
    (before, other) => said("{first} or {second}", { first: before, second: MOMENTS[other] }),
    MOMENTS[first],
  );
  return new Refusal("not_now", "{name} is played {when}.", { ...about(card), when });
}

function needs(state: State, card: Card): Refusal | null {
  const { most_dice, least_dice, least_turn, door } = card.needs;
  const dice = state.faces.length ? state.hand.length : diceToRoll(state).length;
  const refuse = (says: string, more: Values = {}): Refusal => new Refusal("card_needs", says, { ...about(card), ...more });
  if (most_dice && dice > most_dice) return refuse("{name} needs a roll of {dice} dice or fewer.", { dice: most_dice });
  if (dice < least_dice) return refuse("{name} needs a roll of {dice} dice or more.", { dice: least_dice });
  if (least_turn) {
    const total = state.step === "stop" ? stoppingTotal(state, state.turn_total) : state.turn_total;
    if (total < least_turn) return refuse("{name} needs {points} points in this turn.", { points: least_turn });
  }
  const { opened } = moverOf(state);
  if (door === "down" && !opened) return refuse("{name} needs a door that you have kicked down.");
  if (door === "shut" && opened) return refuse("{name} is for those whose door is still shut.");
  return null;
}

/** The seats that the mover may aim this card at; [-1] where it is aimed at nobody else. */
export function targets(state: State, card: Card): number[] {
  if (card.target === "self") return [-1];
  const foes = active(state).filter((seat) => seat !== state.mover);
  const total = (seat: number): number => state.seats[seat]?.total ?? 0;
  if (card.target === "ahead") return foes.filter((seat) => total(seat) > total(state.mover));
  if (card.target === "leader") return foes.filter((seat) => total(seat) === Math.max(...foes.map(total)));
  return foes;
}

function refuseTarget(state: State, card: Card, target: number): Refusal | null {
  if (targets(state, card).includes(target)) return null;
  const data = { ...about(card), target };
  if (card.target === "self") return new Refusal("wrong_target", "{name} is not aimed at anybody.", data);
  const seat = state.seats[target];
  if (!seat) return new Refusal("no_such_target", "{name} needs a player that it is aimed at.", data);
  if (seat.gone) return new Refusal("seat_gone", "Seat {seat:seat} has left the game.", { ...data, seat: target });
  if (target === state.mover) return new Refusal("wrong_target", "{name} is aimed at somebody else.", data);
  if (card.target === "ahead") return new Refusal("wrong_target", "{name} is aimed at a player who is ahead of you.", data);
  return new Refusal("wrong_target", "{name} is aimed at a player who leads the others.", data);
}

function refuseDice(state: State, card: Card, dice: number[]): Refusal | null {
  const [low, high] = diceToChoose(card);
  const different = new Set(dice).size === dice.length && dice.every((die) => state.hand.includes(die));
  if (low <= dice.length && dice.length <= high && different) return null;
  const data = { ...about(card), dice, low, high };
  if (!high) return new Refusal("wrong_dice", "{name} asks for no dice.", data);
  if (low === 1 && high === 1) return new Refusal("wrong_dice", "{name} asks for one die of the roll.", data);
  return new Refusal("wrong_dice", "{name} asks for {low} to {high} dice of the roll.", data);
}

/** Why there is nothing to let go by, or null. */
export function refusePass(state: State): Refusal | null {
  return state.step === "farkle" || state.step === "stop" ? null : new Refusal("no_window", "Nothing waits for a card.");
}

/** Whether the mover may still play a card this turn and holds one for this window. */
export function holdsCardFor(state: State, window: Window): boolean {
  const { cards, rules } = state;
  if (!cards || !rules.deck || (state.phase !== "normal" && state.phase !== "last")) return false;
  const { deck } = rules;
  if (allowance(state)) return false;
  return (cards.hands[state.mover] ?? []).some((id) => {
    const card = cardById(deck, id);
    return card !== undefined && inWindow(deck, card, window);
  });
}

/** Every card that the mover may play now, on every target and with every choice of dice. */
export function cardPlays(state: State): CommandOf<"PlayCard">[] {
  const { cards, rules } = state;
  if (!cards || !rules.deck || cards.played || (state.phase !== "normal" && state.phase !== "last")) return [];
  const window = WINDOW[state.step];
  if (!window) return [];
  const { deck } = rules;
  const hand = cards.hands[state.mover] ?? [];
  const held = hand.filter((id) => cardById(deck, id)).map((id) => cardOf(deck, id));
  const fitting = held.filter((card) => inWindow(deck, card, window));
  if (!fitting.length || allowance(state)) return [];
  const found: CommandOf<"PlayCard">[] = [];
  for (const card of fitting) {
    if (needs(state, card)) continue;
    const choices = diceChoices(state, card);
    for (const target of targets(state, card)) {
      for (const dice of choices) found.push({ type: "PlayCard", seat: state.mover, card: card.id, target, dice });
    }
  }
  return found;
}

/** Every choice of so many of these things, in order. */
export function chooseSome<T>(things: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return things.flatMap((thing, index) => chooseSome(things.slice(index + 1), count - 1).map((rest) => [thing, ...rest]));
}

/** Of equal dice the lowest numbers stand for all, unless dice are weighted. */
function diceChoices(state: State, card: Card): number[][] {
  const [low, high] = diceToChoose(card);
  if (!high) return [[]];
  const seen = new Set<number>();
  const found: number[][] = [];
  for (let count = low; count <= Math.min(high, state.faces.length); count++) {
    for (const chosen of chooseSome([...state.faces.keys()], count)) {
      const packed = pack(chosen.map((place) => state.faces[place] ?? 1));
      if (!state.rules.weights.length && seen.has(packed)) continue;
      seen.add(packed);
      found.push(chosen.map((place) => state.hand[place] ?? 0));
    }
  }
  return found;
}
