// From a rule set back to plain data: the inverse of checking, and the differences between two sheets.

import type { Deck } from "./deck";
import { deckToRaw } from "./deck_checking";
import { isTable, type Raw } from "./reading";
import { sortedJson } from "./canonical";
import type { Pattern, Ruleset, Scoring } from "./ruleset";
import { shippedDeck, shippedDecks } from "./sheets";

/** What a sheet with the other kind of end does not say, and what it plays all the same. */
const UNSAID: Raw = { solo_goal: 0, last_chance: "none" };

/** What a rule file says of its deck: nothing, a shipped name, or the whole deck as a table. */
export function deckReference(deck: Deck | null): string | Raw {
  if (!deck) return "";
  const raw = deckToRaw(deck);
  const same = shippedDecks().includes(deck.name) && sortedJson(deckToRaw(shippedDeck(deck.name))) === sortedJson(raw);
  return same ? deck.name : raw;
}

/** Plain data in the shape of a rule file that checks to the same rule set, in the order of the table of keys. */
export function toRaw(rules: Ruleset): Raw {
  const { points, count, restarts, floor } = rules.penalty;
  const race = rules.target > 0;
  return {
    ...(race ? { target: rules.target } : { rounds: rules.rounds }),
    opening: rules.opening,
    opening_policy: rules.opening_policy,
    minimum: rules.minimum,
    minimum_binds_win: rules.minimum_binds_win,
    bank_step: rules.bank_step,
    piggyback: rules.piggyback,
    bump: rules.bump,
    instant_win: rules.instant_win.map(patternToRaw),
    instant_loss: rules.instant_loss.map(patternToRaw),
    take_all: rules.take_all,
    hot_dice: rules.hot_dice,
    nothing_bonus: rules.nothing_bonus,
    first_player: rules.first_player,
    ...(race ? { last_chance: rules.last_chance } : {}),
    reach: rules.reach,
    overshoot: rules.overshoot,
    ties: rules.ties,
    dice: rules.dice,
    deck: deckReference(rules.deck),
    weights: rules.weights,
    ...(race ? {} : { solo_goal: rules.solo_goal }),
    min_players: rules.min_players,
    max_players: rules.max_players,
    compensation: rules.compensation,
    joker: { face: rules.joker.face, dice: Math.min(rules.joker.dice, rules.dice) },
    toxic: { face: rules.toxic.face, count: Math.min(rules.toxic.count, rules.dice) },
    penalty: { points, count, restarts, ...(floor === null ? {} : { floor }) },
    scoring: scoringToRaw(rules.scoring),
  };
}

function patternToRaw({ faces, alike, first }: Pattern): Raw {
  return alike ? { alike, first } : { dice: faces.join(""), first };
}

function scoringToRaw(scoring: Scoring): Raw {
  const faces = (points: number[]): Raw => Object.fromEntries(points.map((value, index) => [String(index + 1), value]));
  const { scheme, values } = scoring.alike;
  return {
    singles: faces(scoring.singles),
    triples: faces(scoring.triples),
    alike: { scheme, ...Object.fromEntries(values.map((value, index) => [String(index + 4), value])) },
    straight: scoring.straight,
    runs: Object.fromEntries(scoring.runs.map((run) => [`${run.low}-${run.high}`, run.points])),
    three_pairs: scoring.three_pairs,
    pairs_may_repeat: scoring.pairs_may_repeat,
    two_triplets: scoring.two_triplets,
    triplets_may_repeat: scoring.triplets_may_repeat,
    four_and_pair: scoring.four_and_pair,
    full_house: scoring.full_house,
    full_house_bonus: scoring.full_house_bonus,
    sets: scoring.sets.map((set) => ({ dice: set.faces.join(""), points: set.points })),
  };
}

/** What a rule set plays differently from another, as the raw data that a file over it would hold. */
export function differences(rules: Ruleset, base: Ruleset): Raw {
  return difference(toRaw(rules), toRaw(base));
}

function difference(now: Raw, old: Raw): Raw {
  const found: Raw = {};
  for (const [key, value] of Object.entries(now)) {
    const before = old[key] ?? UNSAID[key];
    if (sortedJson(value ?? null) === sortedJson(before ?? null)) continue;
    if (key !== "alike" && key !== "deck" && isTable(value) && isTable(old[key])) {
      const inner = old[key] as Raw;
      const gone = Object.keys(inner).filter((one) => !(one in value));
      found[key] = { ...difference(value, inner), ...Object.fromEntries(gone.map((one) => [one, 0])) };
    } else {
      found[key] = value;
    }
  }
  return found;
}
