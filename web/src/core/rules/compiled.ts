// A rule set as the plain data that screens show: what each set of dice is worth, the frame, the words. The server
// sends the same form.

import { expand, sortedRolls, unpack, withJokers } from "./combinations";
import { ongoing, type Effect } from "./deck";
import { reference } from "./loading";
import { rulesHash } from "./canonical";
import { cupOf, seatsAllowed, tableOf, type Ruleset, type Scoring } from "./ruleset";
import type { Said } from "./said";
import { sentences } from "./wording";
import { deckReference } from "./writing";

export interface CardWords {
  id: string;
  name: string;
  text: string;
  gold: number;
  when: string[];
  target: string;
  ongoing: boolean;
  effects: Effect[];
  turns: number;
  ends_on_farkle: boolean;
}

export interface CompiledRules {
  reference: string;
  name: string;
  title: string;
  summary: string;
  hash: string;
  base: string;
  seats: number[];
  dice: number;
  weights: number[][];
  worth: Record<string, number>;
  combinations: Record<string, number>;
  scoring: Scoring;
  take_all: boolean;
  toxic: Ruleset["toxic"];
  nothing_bonus: number;
  opening: number;
  opening_policy: string;
  minimum: number;
  minimum_binds_win: boolean;
  hot_dice: string;
  penalty: Ruleset["penalty"];
  target: number;
  reach: string;
  last_chance: string;
  rounds: number;
  ties: string;
  solo_goal: number;
  first_player: string;
  compensation: number[];
  joker: Ruleset["joker"];
  instant_win: Ruleset["instant_win"];
  instant_loss: Ruleset["instant_loss"];
  bank_step: number;
  overshoot: string;
  bump: string;
  piggyback: boolean;
  cards: boolean;
  deck_name: string;
  deck: CardWords[];
  sentences: Said[];
}

/** Everything that a screen shows of a rule set. */
export function compiled(rules: Ruleset): CompiledRules {
  const { deck, min_players: _min, max_players: _max, source: _source, ...plain } = rules;
  const [low, high] = seatsAllowed(rules);
  const name = deckReference(deck);
  const plainLines = expand(rules);
  const lines = rules.joker.face ? [...plainLines, ...withJokers(plainLines)] : plainLines;
  return {
    ...plain,
    reference: reference(rules),
    hash: rulesHash(rules),
    weights: cupOf(rules),
    seats: Array.from({ length: high - low + 1 }, (_, index) => low + index),
    worth: worthOf(rules),
    combinations: Object.fromEntries(lines.map((one) => [unpack(one.dice).join(""), one.points])),
    cards: deck !== null,
    deck_name: typeof name === "string" ? name : "",
    deck: (deck?.cards ?? []).map((card) => ({
      id: card.id,
      name: card.name,
      text: card.text,
      gold: card.gold,
      when: card.when,
      target: card.target,
      ongoing: ongoing(card),
      effects: card.effects,
      turns: card.turns,
      ends_on_farkle: card.ends_on_farkle,
    })),
    sentences: sentences(rules),
  };
}

/** The points of every set of dice that has any, by its ascending digits. */
function worthOf(rules: Ruleset): Record<string, number> {
  const worth: Record<string, number> = {};
  for (let count = 1; count <= rules.dice; count++) {
    for (const faces of sortedRolls(count, tableOf(rules).faces)) {
      const points = tableOf(rules).value(faces);
      if (points !== null) worth[faces.join("")] = points;
    }
  }
  return worth;
}
