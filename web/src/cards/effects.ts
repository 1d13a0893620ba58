// What a card would do, in a few words and in numbers of this very moment.

import { diceUnder, savedOf, takenFrom, turnedTo } from "../core/rules/effects";
import type { CardWords, CompiledRules, Effect, View } from "../net/messages";
import { number, t } from "../words/words.svelte";
import { cardOf } from "./cards";

/** Whom a card is aimed at (-1: nobody yet) and the dice that it is to work on. */
interface Choice {
  target: number;
  dice: readonly number[];
}

/** "5 dice, until a Farkle, 3 turns at most"; what is not chosen yet is said in general. */
export function effectWords(rules: CompiledRules | null, game: View, card: CardWords, choice: Choice): string {
  const shield = (game.cards?.in_play ?? []).find((one) => one.target === choice.target && cardOf(rules, one.card).effects.some((effect) => effect.do === "cancel_next"));
  if (shield && choice.target !== game.mover) return t("cards.will_stop", { card: cardOf(rules, shield.card).name });
  const does = card.effects.map((effect) => oneEffect(rules, game, effect, choice));
  return [...does, ...lasting(card)].filter(Boolean).join(", ");
}

function lasting(card: CardWords): string[] {
  if (!card.ongoing || !card.turns) return card.ends_on_farkle ? [t("cards.until_farkle")] : [];
  return card.ends_on_farkle ? [t("cards.until_farkle"), t("cards.most_turns", { n: card.turns })] : [t("cards.for_turns", { n: card.turns })];
}

function oneEffect(rules: CompiledRules | null, game: View, effect: Effect, { target, dice }: Choice): string {
  const points = effect.points;
  const faces = dice.map((die) => game.faces[game.hand.indexOf(die)] ?? 0);
  const theirs = target >= 0 ? takenFrom(effect, game.seats[target]?.total ?? 0) : points;
  switch (effect.do) {
    case "flip_die":
      return faces[0] ? t("cards.do_turn", { from: faces[0], to: turnedTo(effect, faces[0]) }) : t("cards.do_flip_die");
    case "set_die":
      return faces[0] ? t("cards.do_turn", { from: faces[0], to: turnedTo(effect, faces[0]) }) : t("cards.do_set_die", { to: effect.face });
    case "reroll":
      return dice.length ? t("cards.do_reroll", { n: dice.length }) : t("cards.do_reroll_most", { n: effect.most });
    case "second_throw":
      return t("cards.do_reroll", { n: game.hand.length });
    case "keep_on_farkle":
      return t("cards.do_keep_on_farkle", { points: number(savedOf(effect, game.turn_total)) });
    case "fewer_dice":
    case "more_dice":
      return t("cards.do_dice", { n: diceWith(rules, game, target >= 0 ? target : game.mover, effect, target >= 0) });
    case "take_points":
    case "lose_points":
      return t(`cards.do_${effect.do}`, { points: number(theirs) });
    case "double":
      return t("cards.do_double", { points: number(effect.most) });
    case "turn_points":
    case "total_points":
    case "bonus_on_stop":
      return t(`cards.do_${effect.do}`, { points: number(points) });
    case "must_roll":
    case "lock_hand":
    case "cancel_next":
      return t(`cards.do_${effect.do}`);
  }
}

/** The dice that somebody would roll with one effect more; of what lies in play where it is known who it is. */
function diceWith(rules: CompiledRules | null, game: View, seat: number, effect: Effect, known: boolean): number {
  const lies = known ? (game.cards?.in_play ?? []).filter((one) => one.target === seat) : [];
  return rules ? diceUnder(rules, [...lies.flatMap((one) => cardOf(rules, one.card).effects), effect]) : 0;
}
