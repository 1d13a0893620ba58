// The cards of a position as text: the part behind the seven fields of every position (docs/records.md).

import { cardOf, counted, ongoing, type Card, type Deck } from "../rules/deck";
import { MAX_DICE } from "../rules/ruleset";
import { cardsWith, type InPlay } from "./cards";
import type { State } from "./state";

const CARD = "0123456789abcdefghijklmnopqrstuvwxyz";
export const DIE = "0123456789a";

/** A text that is not a position, with the reason. */
export class PositionError extends Error {}

function letters(deck: Deck, pile: readonly string[]): string {
  return pile.map((card) => CARD.charAt(deck.cards.indexOf(cardOf(deck, card)))).join("");
}

/** The three fields of a position with cards. */
export function printCards(state: State): string {
  const { cards, rules } = state;
  const { deck } = rules;
  if (!cards || !deck) return "";
  if (cards.colours.includes(-1)) throw new PositionError("this view hides a colour, so there is no whole position");
  const seats = cards.colours.map((colour, seat) => `${CARD.charAt(colour)}-${letters(deck, cards.discards[seat] ?? [])}`);
  const inPlay = cards.in_play.map(
    (entry) =>
      `${entry.owner + 1}.${letters(deck, [entry.card])}.${entry.target + 1}.${entry.turns < 0 ? "n" : entry.turns}`,
  );
  let turn = `${cards.played ? "p" : "f"}${cards.must_roll ? "r" : ""}.d${state.turn_dice}`;
  if (cards.owed) turn += `.o${cards.owed}`;
  if (cards.again.length) turn += `.a${cards.again.map((die) => DIE.charAt(state.hand.indexOf(die) + 1)).join("")}`;
  return `${seats.join("_")}~${inPlay.join("_") || "-"}~${turn}`;
}

/** The state with the cards that the three fields describe; dice in the air again are still places. */
export function parseCards(state: State, fields: readonly string[]): State {
  const { deck } = state.rules;
  if (!deck) return state;
  const [seatsField = "", inPlayField = "", turnField = ""] = fields;
  const found = seatsField.split("_").flatMap((part) => {
    const match = /^([0-9a-j])-([0-9a-z]{0,36})$/.exec(part);
    return match ? [match] : [];
  });
  if (found.length !== state.seats.length || found.length !== seatsField.split("_").length) {
    throw new PositionError("the cards of a seat are COLOUR-DISCARDS, one for each seat");
  }
  const colours = found.map((match) => CARD.indexOf(match[1] ?? ""));
  if (new Set(colours).size !== colours.length || Math.max(...colours) >= deck.colours.length) {
    throw new PositionError("each seat has a colour of its own");
  }
  const discards = found.map((match) => [...(match[2] ?? "")].map((letter) => numbered(deck, letter).id));
  const inPlay = inPlayField === "-" ? [] : inPlayField.split("_").map((part) => parseInPlay(state, deck, part));
  const hands = colours.map((colour, seat) => {
    const laid = inPlay.filter((entry) => entry.owner === seat).map((entry) => entry.card);
    return handOf(deck.colours[colour]?.cards ?? [], [...(discards[seat] ?? []), ...laid]);
  });
  return withTurn({ ...state, cards: cardsWith(colours, hands, discards, inPlay) }, turnField);
}

function numbered(deck: Deck, letter: string): Card {
  const card = deck.cards[CARD.indexOf(letter)];
  if (!card) throw new PositionError(`the deck has ${deck.cards.length} cards, so none has the number ${letter}`);
  return card;
}

function handOf(colour: readonly string[], gone: readonly string[]): string[] {
  if (new Set(gone).size !== gone.length || !gone.every((card) => colour.includes(card))) {
    throw new PositionError("a seat has each card of its colour once, in one place");
  }
  return colour.filter((card) => !gone.includes(card));
}

function parseInPlay(state: State, deck: Deck, text: string): InPlay {
  const match = /^(\d{1,2})\.([0-9a-z])\.(\d{1,2})\.(n|\d{1,2})$/.exec(text);
  if (!match) throw new PositionError(`a card in play is OWNER.CARD.TARGET.TURNS, not '${text.slice(0, 20)}'`);
  const [owner, target] = [Number(match[1]) - 1, Number(match[3]) - 1];
  const card = numbered(deck, match[2] ?? "");
  for (const seat of [owner, target]) {
    if (!state.seats[seat] || state.seats[seat].gone) {
      throw new PositionError("a card in play belongs to a player and lies on one");
    }
  }
  if (!ongoing(card) || (owner === target) !== (card.target === "self")) {
    throw new PositionError(`${card.name} cannot lie there`);
  }
  const turns = match[4] === "n" ? -1 : Number(match[4]);
  if (turns < 0 === counted(card) || turns === 0 || turns > card.turns) {
    throw new PositionError(`${card.name} cannot lie there for that many turns`);
  }
  return { owner, card: card.id, target, turns };
}

function withTurn(state: State, text: string): State {
  const match = /^([pf])(r?)\.d(\d{1,2})(?:\.o(-?\d{1,2}))?(?:\.a([1-9a]{1,10}))?$/.exec(text);
  if (!match || !state.cards) throw new PositionError(`the turn's cards are p or f, then .dDICE, not '${text.slice(0, 20)}'`);
  const [dice, owed] = [Number(match[3]), Number(match[4] ?? 0)];
  if (dice < 1 || dice > (state.rules.weights.length || MAX_DICE) || owed > MAX_DICE || owed <= -dice) {
    throw new PositionError(`a turn has no ${dice} dice`);
  }
  const again = [...(match[5] ?? "")].map((letter) => DIE.indexOf(letter));
  if (again.some((die, index) => index > 0 && die <= (again[index - 1] ?? 0))) {
    throw new PositionError("dice that are thrown again are different numbers, ascending");
  }
  const cards = { ...state.cards, played: match[1] === "p", must_roll: match[2] === "r", owed, again };
  if (!cards.played && (cards.must_roll || owed > 0 || again.length)) {
    throw new PositionError("what a card asks for needs a card that was played");
  }
  return { ...state, cards, turn_dice: dice };
}
