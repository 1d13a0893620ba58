// Eager: greedy with the dice, and plays a card as soon as a rule of thumb says that it helps.

import type { Command, CommandOf } from "../game/commands";
import { cardPlays } from "../game/playing_cards";
import { diceToRoll, type State } from "../game/state";
import { act, cardOf, type Card } from "../rules/deck";
import { FACES, tableOf } from "../rules/ruleset";
import type { Bot } from "./plan";
import { greedyBot } from "./simple_bots";

const GOOD_TURN = 300;

export class EagerBot implements Bot {
  readonly #dice = greedyBot();

  /** The first card that helps, by rule of thumb; else as greedy does. */
  choose(state: State): Command {
    const { deck } = state.rules;
    if (state.cards && deck && !state.cards.played) {
      const helpful = cardPlays(state).filter((play) => helps(state, cardOf(deck, play.card), play));
      const total = (play: CommandOf<"PlayCard">): number => state.seats[play.target ?? -1]?.total ?? 0;
      const same = helpful.filter((play) => play.card === helpful[0]?.card);
      const [first] = same;
      if (first) return same.reduce((best, play) => (total(play) > total(best) ? play : best), first);
    }
    return this.#dice.choose(state);
  }
}

function helps(state: State, card: Card, play: CommandOf<"PlayCard">): boolean {
  if (state.step === "farkle") return state.turn_total >= GOOD_TURN;
  const best = (faces: readonly number[]): number => tableOf(state.rules).options(faces)[0]?.points ?? 0;
  const dice = play.dice ?? [];
  const set = act(card, "set_die");
  if (act(card, "flip_die") || set) {
    const turned = state.faces.map((face, index) =>
      dice.includes(state.hand[index] ?? 0) ? set?.face || FACES + 1 - face : face,
    );
    return best(turned) >= best(state.faces) + GOOD_TURN;
  }
  if (act(card, "reroll") || act(card, "second_throw")) {
    const rest = state.faces.filter((_, index) => !dice.includes(state.hand[index] ?? 0));
    return best(state.faces) <= 50 && rest.length > 0 && tableOf(state.rules).options(rest).length > 0;
  }
  if (act(card, "must_roll")) return diceToRoll(state).length >= 3 && state.turn_total >= GOOD_TURN;
  return true;
}
