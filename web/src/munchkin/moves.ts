// The moves that the referee lists, put where they belong: one main button, the die, the cards, and the rest behind "More".

import type { Move } from "./types";

/** What carries the turn on, the most wanted first. */
const LEADING = ["Claim", "KickDoor", "Answer", "LootRoom", "Flee", "EndTurn", "Pass", "Decline"];
/** What is done with a card is found inside that card. */
const OF_CARDS = new Set(["PlayCard", "Curse", "Boost", "Wander", "Trouble", "TurnDie", "Drop"]);

export interface Offer {
  /** The one that carries the turn on; null where something is to be chosen first. */
  main: Move | null;
  /** To pay a level and roll. */
  die: Move | null;
  /** All that is neither of these nor done with a card. */
  rest: Move[];
}

/** Whether a move is short to say and stands beside the main button where it is the only other one. */
export function isShort(move: Move): boolean {
  return LEADING.includes(move.type) || move.type === "Take";
}

/** Whether a move is made with this card. */
export function isOf(move: Move, card: string): boolean {
  return move.card === card || move.own === card || (move.cards?.length === 1 && move.cards[0] === card);
}

/** Sort the moves of somebody; `heroesWin` is whether a fight would be won as it stands. */
export function offered(moves: readonly Move[], heroesWin: boolean): Offer {
  const rank = (move: Move): number => {
    // Who would lose does not claim to have won.
    if (move.type === "Claim" && !heroesWin) return LEADING.length;
    return move.type === "Answer" && !move.yes ? LEADING.length : LEADING.indexOf(move.type);
  };
  const leading = moves.filter((move) => LEADING.includes(move.type)).sort((one, other) => rank(one) - rank(other));
  const die = moves.find((move) => move.type === "RollDie") ?? null;
  const main = leading[0] ?? null;
  const rest = moves.filter((move) => move !== main && move !== die && !OF_CARDS.has(move.type) && !(move.type === "Sell" && move.cards?.length === 1));
  return { main, die, rest };
}
