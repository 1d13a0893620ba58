// Moves and events of a Munchkin Dice table in words.

import type { Line, MunchkinCard } from "../net/messages";
import { t, type Word } from "../words/words.svelte";
import type { Move, MunchkinEvent } from "./types";

export interface Names {
  name(seat: number): string;
  card(id: string): string;
  /** What somebody looks like. */
  looks?(seat: number): { bot: string; face: string };
  /** Whether somebody is there. */
  there?(seat: number): boolean;
  /** The seat of who reads, where somebody plays; told as "you". */
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

/** What a move does, to somebody who looks at its card already. */
export function moveShort(move: Move, names: Names): string {
  switch (move.type) {
    case "PlayCard":
      return t("mk.do_play");
    case "Sell":
      return t("mk.do_sell");
    case "Curse":
      return t("mk.do_on", { name: names.name(move.target ?? 0) });
    case "Boost":
      return t(move.side === "heroes" ? "mk.do_heroes" : "mk.do_monsters");
    case "Trouble":
      return t("mk.do_trouble");
    case "TurnDie":
      return t("mk.do_turn", { face: face(move.face ?? 0) });
    case "Drop":
      return t("mk.do_drop");
    case "Lose":
      return t("mk.do_lose");
    case "Give":
      return t("mk.do_give", { name: names.name(move.to ?? 0) });
    case "Shed":
      return t("mk.do_shed");
    case "Wander":
      return t("mk.do_wander", { monster: names.card(move.monster ?? "") });
    default:
      return moveText(move, names);
  }
}

export const FACES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** What a result of the die means, without its number. */
export function resultWords(value: number): string {
  const text = t(`levels.face_${value as 1}`).replace(/^[^:]*:\s*/, "");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

const HARM: Record<string, Word> = {
  lose_level: "mk.harm_lose_level",
  lose_item: "mk.harm_lose_item",
  lose_hand: "mk.harm_lose_hand",
  lose_class: "mk.harm_lose_class",
  lose_race: "mk.harm_lose_race",
  change_sex: "mk.harm_change_sex",
  penalty: "mk.harm_penalty",
  death: "mk.harm_death",
};

/** What "lose_level 2" does to whom it hits. */
export function harmWords(harm: string): string {
  const [what = "", amount = "1"] = harm.split(" ");
  const word = HARM[what];
  return word ? t(word, { n: Number(amount) }) : harm;
}

/** The number in the corner of a card. */
export function badgeOf(card: MunchkinCard): string {
  if (card.kind === "monster") return String(card.level);
  return card.bonus ? `+${card.bonus}` : "";
}

/** What a side of a fight comes to. */
export function sum(lines: readonly Line[]): number {
  return lines.reduce((total, line) => total + line.points, 0);
}

/** A face of the ten-sided die. */
export function face(value: number): string {
  return value === 10 ? t("mk.picture") : String(value);
}

type Told = Record<string, string | number>;

/** A sentence about somebody: to themselves in the second person, and where it is done to them too. */
function told(what: string, values: Told, seat: number | undefined, other: number | undefined, names: Names): string {
  const own = names.own ?? -1;
  if (own >= 0 && seat === own) return t(`mk.you_${what}` as Word, values);
  if (own >= 0 && other === own) return t(`mk.to_you_${what}` as Word, values);
  return t(`mk.say_${what}` as Word, values);
}

/** The sentence of an event; empty where there is nothing to say. */
export function eventText(event: MunchkinEvent, names: Names): string {
  const seat = event.seat;
  const values: Told = {
    name: seat === undefined ? "" : names.name(seat),
    card: event.card === undefined ? "" : names.card(event.card),
    monster: event.monster === undefined ? "" : names.card(event.monster),
  };
  const say = (what: string, more: Told = {}, other?: number): string => told(what, { ...values, ...more }, seat, other, names);
  const mine = seat !== undefined && seat === names.own;
  switch (event.type) {
    case "TurnBegan":
      return mine ? t("say.your_turn") : t("say.turn", values);
    case "LevelPaid":
      return say("paid");
    case "DieThrown":
      return t("mk.say_die", { face: face(event.face ?? 0) });
    case "DieTurned":
      return say("turned", { face: face(event.face ?? 0) });
    case "FacePicked":
      return say("picked", { face: event.face ?? 0 });
    case "CardDrawn":
      // A hand that is dealt is no news card by card.
      return event.why === "deal" ? "" : say("draws");
    case "DiscardTaken":
    case "BodyRobbed":
      return say("takes");
    case "CardDiscarded":
      return say("discards");
    case "CardLost":
      return say("loses");
    case "CardGiven":
      return say("gives", { other: names.name(event.to ?? 0) }, event.to);
    case "HandsExchanged":
      return say("hands", { other: names.name(event.other ?? 0) }, event.other);
    case "CardsExchanged":
      return say("swaps", { own: names.card(event.own ?? ""), theirs: names.card(event.theirs ?? ""), other: names.name(event.other ?? 0) }, event.other);
    case "ItemsSold":
      return say("sells", { cards: (event.cards ?? []).map((id) => names.card(id)).join(", ") });
    case "PenaltySet":
      return say("weaker", { n: event.amount ?? 0 });
    case "RoomLooted":
      return say("loots");
    case "HelpAsked":
      return say("asks", { other: names.name(event.helper ?? 0) }, event.helper);
    case "FlightBegan":
      return say("runs");
    case "LevelsGained":
      return say("gained", { n: event.levels ?? 1 });
    case "LevelsLost":
      return say("lost", { n: event.levels ?? 1 });
    case "DoorKicked":
      return say("door");
    case "FightBegan":
      return say("fight");
    case "MonsterJoined":
      return t("mk.say_joined", values);
    case "FightBoosted":
    case "CardPlayed":
      return t(mine ? "cards.you_played" : "cards.played", values);
    case "CurseStruck":
      return say("curse");
    case "FightWon":
      return say("won");
    case "EscapeThrown":
      return say(event.escaped ? "escaped" : "caught");
    case "Died":
      return say("died");
    case "SexChanged":
      return say("sex");
    case "HelpAnswered":
      return say(event.yes ? "helps" : "no_help");
    case "GameEnded": {
      const winners = event.winners ?? [];
      if (winners.length === 1 && winners[0] === names.own) return t("say.you_won");
      return t("say.won", { name: winners.map((one) => names.name(one)).join(", ") });
    }
    default:
      return "";
  }
}
