// A rule set in plain words, written from its data, so that the words can never disagree with the game. Every
// sentence comes with its gaps open, for whoever words it in another language.

import type { Deck } from "./deck";
import type { Pattern, Ruleset } from "./ruleset";
import { said, type Said, type Values } from "./said";

/** The rules of play; what a house plays differently is left out. */
export function sentences(rules: Ruleset): Said[] {
  const told = [playersOf(rules), turnOf(rules)];
  if (rules.opening) {
    const opening: Values = { points: rules.opening };
    told.push(
      rules.opening_policy === "must_reach"
        ? said("To get on the board you need {points} in one turn; below that you must roll on.", opening)
        : said("To get on the board you need {points} in one turn; you may stop below that, for nothing.", opening),
    );
  }
  if (rules.minimum) {
    told.push(said("You may bank {points} or more, every turn.", { points: rules.minimum }));
    if (!rules.minimum_binds_win) told.push(said("A bank that reaches the target may be smaller."));
  }
  if (rules.bank_step) {
    told.push(said("Every bank must be a multiple of {points}.", { points: rules.bank_step }));
    if (!rules.minimum && !rules.minimum_binds_win) {
      told.push(said("A bank that reaches the target may be any number of points."));
    }
  }
  told.push(said("A roll without any score is a farkle: the turn ends and scores nothing."), ...penaltyOf(rules));
  if (rules.nothing_bonus) {
    told.push(
      said("A roll of all {dice} dice without any score gives {points}; then stop or roll them all again.", {
        dice: rules.dice,
        points: rules.nothing_bonus,
      }),
    );
  }
  if (rules.toxic.face) {
    const { count, face } = rules.toxic;
    told.push(said("{count} or more {face}s in one roll are a farkle, whatever else lies there.", { count, face }));
  }
  told.push(...housesAdd(rules));
  if (rules.weights.length) {
    const rows = rules.weights.map((row, index) => `${index + 1}: ${row.join(" ")}`).join("; ");
    told.push(said("The dice are weighted, faces 1 to 6, die by die: {rows}.", { rows }));
  }
  if (rules.compensation.length) {
    told.push(said("Points at the start, in order of play: {points:list}.", { points: rules.compensation }));
  }
  told.push(endOf(rules));
  return rules.deck ? [...told, ...cardsOf(rules.deck)] : told;
}

/** What houses add to a turn: jokers, rolls that decide at once, dice taken over, a bump. */
function housesAdd(rules: Ruleset): Said[] {
  const told: Said[] = [];
  const { face, dice } = rules.joker;
  if (face) {
    told.push(
      said(
        "{dice:Dice} with a joker in the place of the {face}: it completes a combination and never scores alone.",
        { dice, face },
      ),
    );
  }
  for (const pattern of rules.instant_win) {
    told.push(said("{roll} with {dice} wins the game at once.", patternValues(pattern)));
  }
  for (const pattern of rules.instant_loss) {
    told.push(said("{roll} with {dice} puts its player out of the game.", patternValues(pattern)));
  }
  if (rules.piggyback) {
    told.push(
      said(
        "Once on the board you may begin with the dice that the player before you has left by stopping, " +
          "and with those points at risk.",
      ),
    );
  }
  if (rules.bump === "to_zero") told.push(said("Who lands exactly on another's total sends that player back to zero."));
  if (rules.bump === "swap") {
    told.push(said("Who lands exactly on another's total sends that player back to where they came from."));
  }
  return told;
}

function patternValues({ faces, alike, first }: Pattern): Values {
  const dice = faces.length ? faces : said("{count} alike", { count: alike });
  return { roll: first ? said("A first roll") : said("A roll"), dice };
}

function cardsOf(deck: Deck): Said[] {
  const told = [
    said(
      "Everybody takes the cards of one colour of {deck} and may play one card a turn; " +
        "ONGOING cards stay in play, the others are discarded, and every discard pile is open.",
      { deck: deck.title },
    ),
    deck.gold_needs_door
      ? said(
          "When the last turn is played, the Gold Pieces of unplayed cards of those who are on the board " +
            "are added to the totals; they never count towards the target.",
        )
      : said(
          "When the last turn is played, the Gold Pieces of unplayed cards are added to the totals; " +
            "they never count towards the target.",
        ),
  ];
  return deck.ties_by_cards ? [...told, said("Of equal totals the one with more unplayed cards wins.")] : told;
}

function playersOf(rules: Ruleset): Said {
  const { min_players: low, max_players: high, dice } = rules;
  let players = said("{low} or more players", { low });
  if (high === low) players = low === 1 ? said("One player") : said("{low} players", { low });
  else if (high) players = said("{low} to {high} players", { low, high });
  const values: Values = { players, dice };
  if (high === 1) return said("{players}, {dice} dice.", values);
  return rules.first_player === "chosen"
    ? said("{players}, {dice} dice; you choose who begins.", values)
    : said("{players}, {dice} dice; the highest single die begins, ties roll again.", values);
}

function turnOf(rules: Ruleset): Said {
  const keep = rules.take_all ? said("every scoring die") : said("at least one scoring die");
  return rules.hot_dice === "optional"
    ? said(
        "After each roll set aside {keep}, then stop or roll the rest; " +
          "with every die set aside you may roll them all again.",
        { keep },
      )
    : said(
        "After each roll set aside {keep}, then stop or roll the rest; " +
          "with every die set aside you must roll them all again.",
        { keep },
      );
}

function penaltyOf(rules: Ruleset): Said[] {
  const { count, points, restarts, floor } = rules.penalty;
  if (!points) return [];
  const told = restarts
    ? said("For every {count} farkles in a row you lose {points} points.", { count, points })
    : said("For each farkle from {count} in a row on you lose {points} points.", { count, points });
  return floor === null ? [told] : [told, said("No total falls below {floor} by it.", { floor })];
}

const TIES = {
  shared: said("equal totals share the win"),
  trigger_keeps: said("a tie with the player who was first there leaves that player the winner"),
  play_off: said("tied leaders play one more turn each until one is ahead"),
};

function endOf(rules: Ruleset): Said {
  const tie = TIES[rules.ties];
  const { rounds, solo_goal: points, target } = rules;
  if (points) {
    if (rules.reach === "at_least") return said("You win with at least {points} after {rounds} rounds.", { points, rounds });
    return rules.reach === "more_than"
      ? said("You win with more than {points} after {rounds} rounds.", { points, rounds })
      : said("You win with exactly {points} after {rounds} rounds.", { points, rounds });
  }
  if (rounds) return said("The highest total after {rounds} rounds wins; {tie}.", { rounds, tie });
  const reach = {
    at_least: said("{target} or more", { target }),
    more_than: said("more than {target}", { target }),
    exactly:
      rules.overshoot === "welfare"
        ? said("exactly {target} (a turn that would go beyond goes to the lowest total)", { target })
        : said("exactly {target} (a turn that would go beyond scores nothing)", { target }),
  }[rules.reach];
  if (rules.last_chance === "none") {
    return rules.deck
      ? said("Who records {reach} ends the game at once; the highest total wins, and {tie}.", { reach, tie })
      : said("The first to record {reach} wins at once.", { reach });
  }
  if (rules.last_chance === "last_licks") {
    return said(
      "When somebody has recorded {reach}, everybody else has a last turn, and again whenever somebody " +
        "passes the leader; then the highest total wins, and {tie}.",
      { reach, tie },
    );
  }
  return rules.last_chance === "finish_round"
    ? said(
        "When somebody has recorded {reach}, the round is finished; then the highest total wins, and {tie}.",
        { reach, tie },
      )
    : said(
        "When somebody has recorded {reach}, every other player has one last turn; " +
          "then the highest total wins, and {tie}.",
        { reach, tie },
      );
}
