// Moves and events of a Munchkin Dice table in words.

import { t, type Word } from "../words/words.svelte";
import type { Move, MunchkinEvent } from "./types";

export interface Names {
  name(seat: number): string;
  card(id: string): string;
  /** The seat of who reads, where somebody plays. */
  own?: number | null;
}

const PLAIN: Record<string, Word> = {
  RollDie: "mk.roll",
  Pass: "mk.pass",
  Decline: "mk.decline",
  KickDoor: "mk.door",
  LootRoom: "mk.loot",
  EndTurn: "mk.end",
  Claim: "mk.claim",
  Flee: "mk.flee",
};

const WITH_CARD: Record<string, Word> = {
  Trouble: "mk.trouble",
  PlayCard: "mk.play",
  Drop: "mk.drop",
  Lose: "mk.lose",
  Rob: "mk.rob",
  Shed: "mk.shed",
};

/** Moves that carry the turn on; they stand in the dock. */
export const LEADING = new Set(["RollDie", "KickDoor", "LootRoom", "EndTurn", "Claim", "Flee", "Pass", "Decline", "Answer"]);

/** What a move does. */
export function moveText(move: Move, names: Names): string {
  const plain = PLAIN[move.type];
  if (plain) return t(plain);
  const card = move.card === undefined ? "" : names.card(move.card);
  const one = WITH_CARD[move.type];
  if (one) return t(one, { card });
  switch (move.type) {
    case "TurnDie":
      return t("mk.turn_die", { card, face: face(move.face ?? 0) });
    case "Pick":
      return t("mk.pick", { face: move.face ?? 0 });
    case "Take":
      return t(move.source === "deck" ? "mk.take_deck" : "mk.take_discard");
    case "Choose":
      return t("mk.choose", { name: names.name(move.other ?? 0) });
    case "Swap":
      return t("mk.swap", { own: names.card(move.own ?? ""), theirs: names.card(move.theirs ?? ""), name: names.name(move.other ?? 0) });
    case "Curse":
      return t("mk.curse", { card, name: names.name(move.target ?? 0) });
    case "Sell":
      return t("mk.sell", { cards: (move.cards ?? []).map((id) => names.card(id)).join(", ") });
    case "Boost":
      return t(move.side === "heroes" ? "mk.boost_heroes" : "mk.boost_monsters", { card });
    case "Wander":
      return t("mk.wander", { card, monster: names.card(move.monster ?? "") });
    case "AskHelp":
      return t("mk.ask", { name: names.name(move.helper ?? 0), n: move.treasures ?? 0 });
    case "Answer":
      return t(move.yes ? "mk.yes" : "mk.no");
    case "Give":
      return t("mk.give", { card, name: names.name(move.to ?? 0) });
    default:
      return move.type;
  }
}

/** A face of the ten-sided die. */
export function face(value: number): string {
  return value === 10 ? t("mk.picture") : String(value);
}

/** The sentence of an event; empty where there is nothing to say. */
export function eventText(event: MunchkinEvent, names: Names): string {
  const name = event.seat === undefined ? "" : names.name(event.seat);
  const card = event.card === undefined ? "" : names.card(event.card);
  const monster = event.monster === undefined ? "" : names.card(event.monster);
  switch (event.type) {
    case "TurnBegan":
      return event.seat === names.own ? t("say.your_turn") : t("say.turn", { name });
    case "LevelPaid":
      return t("mk.say_paid", { name });
    case "DieThrown":
      return t("mk.say_die", { face: face(event.face ?? 0) });
    case "DieTurned":
      return t("mk.say_turned", { name, card, face: face(event.face ?? 0) });
    case "FacePicked":
      return t("mk.say_picked", { name, face: event.face ?? 0 });
    case "CardDrawn":
      // A hand that is dealt is no news card by card.
      return event.why === "deal" ? "" : t("mk.say_draws", { name, card });
    case "DiscardTaken":
    case "BodyRobbed":
      return t("mk.say_takes", { name, card });
    case "CardDiscarded":
      return t("mk.say_discards", { name, card });
    case "CardLost":
      return t("mk.say_loses", { name, card });
    case "CardGiven":
      return t("mk.say_gives", { name, card, other: names.name(event.to ?? 0) });
    case "HandsExchanged":
      return t("mk.say_hands", { name, other: names.name(event.other ?? 0) });
    case "CardsExchanged":
      return t("mk.say_swaps", { name, own: names.card(event.own ?? ""), theirs: names.card(event.theirs ?? ""), other: names.name(event.other ?? 0) });
    case "ItemsSold":
      return t("mk.say_sells", { name, cards: (event.cards ?? []).map((id) => names.card(id)).join(", ") });
    case "PenaltySet":
      return t("mk.say_weaker", { name, n: event.amount ?? 0 });
    case "RoomLooted":
      return t("mk.say_loots", { name });
    case "HelpAsked":
      return t("mk.say_asks", { name, other: names.name(event.helper ?? 0) });
    case "FlightBegan":
      return t("mk.say_runs", { name });
    case "LevelsGained":
      return t("mk.say_gained", { name, n: event.levels ?? 1 });
    case "LevelsLost":
      return t("mk.say_lost", { name, n: event.levels ?? 1 });
    case "DoorKicked":
      return t("mk.say_door", { name });
    case "FightBegan":
      return t("mk.say_fight", { name, monster });
    case "MonsterJoined":
      return t("mk.say_joined", { monster });
    case "FightBoosted":
    case "CardPlayed":
      return t("cards.played", { name, card });
    case "CurseStruck":
      return t("mk.say_curse", { name, card });
    case "FightWon":
      return t("mk.say_won", { name });
    case "EscapeThrown":
      return t(event.escaped ? "mk.say_escaped" : "mk.say_caught", { name, monster });
    case "Died":
      return t("mk.say_died", { name });
    case "SexChanged":
      return t("mk.say_sex", { name });
    case "HelpAnswered":
      return t(event.yes ? "mk.say_helps" : "mk.say_no_help", { name });
    case "GameEnded":
      return t("say.won", { name: (event.winners ?? []).map((seat) => names.name(seat)).join(", ") });
    default:
      return "";
  }
}
