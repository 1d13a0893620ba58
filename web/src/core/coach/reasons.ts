// One sentence that says why a choice is best: it names the fact that decides.

import { moverOf, type State } from "../game/state";
import { neededToBank } from "../game/verifying";
import { lastTurns } from "../odds/lanes";
import { rollPlan } from "../odds/plan";
import { rollOdds } from "../odds/rolls";
import { totalToWin } from "../players/keeping";
import { playing } from "../players/solver_view";
import { cupOf, reached, type Ruleset } from "../rules/ruleset";
import { said, type Said, type Values } from "../rules/said";
import type { Unit } from "./forms";
import type { Choice } from "../players/solved_turns";

/** The chance that a roll of so many dice is a farkle; null where the dice are weighted. */
export function danger(rules: Ruleset, dice: number): number | null {
  if (cupOf(rules).length || dice < 1) return null;
  const odds = rollOdds(rules, dice);
  return odds.farkles / odds.rolls;
}

/** A choice in a few words. */
export function what(choice: Choice): Said {
  const values: Values = { keep: choice.keep ?? "", total: choice.total, dice: choice.dice ?? 1 };
  if (choice.action === "bank") {
    return choice.keep === null ? said("stop at {total}", values) : said("keep {keep} and stop at {total}", values);
  }
  return choice.keep === null ? said("roll {dice:dice}", values) : said("keep {keep} and roll {dice:dice}", values);
}

/** Why `best` is better than `rival`, which is the next best, or what was played (null: no other). */
export function reason(state: State, best: Choice, rival: Choice | null, unit: Unit): Said {
  if (!rival) return only(state, best);
  const found = unit === "win" ? aboutTheEnd(state, best, rival) : null;
  if (found) return found;
  return best.action === rival.action ? aboutKeeps(state, best, rival) : aboutStopping(state, best, rival, unit);
}

function only(state: State, best: Choice): Said {
  const points = neededToBank(state);
  if (best.action === "roll" && best.total > 0 && best.total < points) {
    return moverOf(state).opened
      ? said("Nothing to choose: it takes {points} to stop.", { points })
      : said("Nothing to choose: it takes {points} to get on the board.", { points });
  }
  if (best.action === "roll" && !best.total) return said("Nothing to choose: a turn begins with a roll.");
  return said("Nothing to choose: {choice}.", { choice: what(best) });
}

function stopOf(best: Choice, rival: Choice): Choice | null {
  return best.action === "bank" ? best : rival.action === "bank" ? rival : null;
}

/** Facts about the end of the game: a last turn, a stop that wins or that calls the last turns. */
function aboutTheEnd(state: State, best: Choice, rival: Choice): Said | null {
  const { rules } = state;
  const own = moverOf(state).total;
  const goal = totalToWin(state);
  if (goal !== null && !rules.solo_goal) return aboutTheLastTurn(state, best, rival, goal);
  const stop = stopOf(best, rival);
  if (!stop || state.phase !== "normal" || !reached(rules, own + stop.total)) return null;
  const total = own + stop.total;
  if (rules.last_chance === "none") return said("Stopping makes {total} and wins the game at once.", { total });
  const behind = total - Math.max(...othersOf(state));
  const values: Values = { total, behind, reply: 1 - stop.worth.value };
  return stop === best
    ? said(
        "Stopping at {total} calls the last turn: {behind} are missing then, " +
          "and that comes off only {reply:share} of the time.",
        values,
      )
    : said(
        "Stopping at {total} leaves a last turn in which {behind} are enough, {reply:share} of the time; " +
          "more points first make that harder.",
        values,
      );
}

/** The totals of everybody else who still plays. */
function othersOf(state: State): number[] {
  return playing(state).filter((seat) => seat !== state.mover).map((seat) => state.seats[seat]?.total ?? 0);
}

function aboutTheLastTurn(state: State, best: Choice, rival: Choice, goal: number): Said | null {
  const own = moverOf(state).total;
  const stop = stopOf(best, rival);
  const need = goal - own;
  if (best.action === "bank" && best.worth.value >= 1 - 1e-9) {
    return said("The last turn: {total} wins the game.", { total: best.total });
  }
  if (best.action === "roll" && stop) {
    const values: Values = { need, total: stop.total };
    if (stop.total + own >= goal) {
      return said("The last turn: stopping at {total} only draws level, one more score wins.", { total: stop.total });
    }
    return state.rules.ties === "shared"
      ? said("The last turn: {need} draws level, more wins, and stopping at {total} loses for sure.", values)
      : said("The last turn: {need} wins, and stopping at {total} loses for sure.", values);
  }
  if (best.action !== "roll" || rival.action !== "roll") return null;
  return said(
    "The last turn needs {need}: to {best} gets there {chance:share} of the time, to {rival} {other:share}.",
    { need, best: what(best), chance: best.worth.value, rival: what(rival), other: rival.worth.value },
  );
}

/** Two keeps after which the same is done. */
function aboutKeeps(state: State, best: Choice, rival: Choice): Said {
  const { rules } = state;
  const more = best.total - rival.total;
  if (best.action === "bank") return said("The same stop with {more} points more.", { more });
  const [ours, theirs] = [best.dice ?? 1, rival.dice ?? 1];
  const [risk, other] = [danger(rules, ours) ?? 0, danger(rules, theirs) ?? 0];
  const values: Values = { more: Math.abs(more), ours, theirs, risk, other };
  if (ours === theirs) return said("{more} points more with the same {ours:dice} to roll.", { more, ours });
  if (ours === rules.dice && best.keep?.length === state.faces.length) {
    return said("Hot dice: all {ours:dice} again, a farkle only {risk:share} instead of {other:share}.", values);
  }
  if (more < 0) {
    return said(
      "{ours:Dice} instead of {theirs:dice}: a farkle {risk:share} instead of {other:share}, " +
        "which is worth more than {more} points.",
      values,
    );
  }
  if (risk > other) {
    return said(
      "{more} points more are worth the greater danger: a farkle {risk:share} with {ours:dice}, " +
        "{other:share} with {theirs:dice}.",
      values,
    );
  }
  return said("{more} points more, and {ours:dice} farkle less: {risk:share} against {other:share}.", values);
}

/** A stop against a roll. */
function aboutStopping(state: State, best: Choice, rival: Choice, unit: Unit): Said {
  const { rules } = state;
  const [roll, stop] = best.action === "roll" ? [best, rival] : [rival, best];
  const dice = roll.dice ?? rules.dice;
  const risk = danger(rules, dice) ?? 0;
  const rolled = roll.worth.points;
  const forPoints = rolled > stop.worth.points;
  const values: Values = { dice, risk, from: roll.total, total: stop.total, average: Math.round(rolled) };
  if (best.action === "bank") {
    if (forPoints && unit === "win") {
      return said(
        "Rolling would bring more points on average ({average}), but {risk:share} farkles and {total} {standing}.",
        { ...values, standing: standing(state, stop) },
      );
    }
    return tooDangerous(state, stop, rolled, values);
  }
  if (stop.worth.points === 0 && stop.total > 0) {
    return said("Stopping at {total} records nothing, so rolling on risks nothing.", values);
  }
  if (!forPoints) {
    if (unit === "win") return pressed(state, stop);
    const more = Math.round(roll.worth.value - stop.worth.value);
    return said("Rolling on brings {more} points more in the long run.", { more });
  }
  if (dice === rules.dice && risk < 0.1) {
    return said("Hot dice: a farkle only {risk:share} with {dice:dice}, and {total} becomes {average} on average.", values);
  }
  if (roll.total !== stop.total) {
    return said(
      "A farkle {risk:share} with {dice:dice}, and from {from} the turn comes to {average} on average: more than {total}.",
      values,
    );
  }
  return said("A farkle {risk:share} with {dice:dice}, but on average {total} becomes {average}.", values);
}

/** The danger of a roll that costs more than it brings, and the penalty where one is near. */
function tooDangerous(state: State, stop: Choice, rolled: number, before: Values): Said {
  const { penalty } = state.rules;
  const values: Values = { ...before, average: Math.round(Math.max(rolled, 0)), penalty: penalty.points };
  const shrinks = rolled < stop.total;
  if (penalty.points && moverOf(state).farkles + 1 >= penalty.count) {
    return shrinks
      ? said(
          "A farkle {risk:share} with {dice:dice}, which would cost {penalty} more, being one too " +
            "many in a row: on average {total} shrinks to {average}.",
          values,
        )
      : said(
          "A farkle {risk:share} with {dice:dice}, which would cost {penalty} more, being one too many " +
            "in a row: on average {total} becomes only {average}.",
          values,
        );
  }
  return shrinks
    ? said("A farkle {risk:share} with {dice:dice}: on average {total} shrinks to {average}.", values)
    : said("A farkle {risk:share} with {dice:dice}: on average {total} becomes only {average}.", values);
}

/** Where a stop would leave the mover, in words that finish a sentence. */
function standing(state: State, stop: Choice): Said {
  const others = othersOf(state);
  if (!others.length) return said("in hand keep the goal within reach");
  const lead = moverOf(state).total + stop.total - Math.max(...others);
  if (lead > 0) return said("in hand make a lead of {lead}", { lead });
  return lead === 0 ? said("in hand are enough for now") : said("in hand close the gap to {gap}", { gap: -lead });
}

/** Why somebody rolls on although the points say stop: the others are too near, or too far ahead. */
function pressed(state: State, stop: Choice): Said {
  const { rules } = state;
  const others = othersOf(state);
  const own = moverOf(state).total;
  if (!others.length) {
    const [missing, turns] = [rules.solo_goal - own, rules.rounds - state.round + 1];
    return turns === 1
      ? said("On points alone stopping is right, but the goal still asks for {missing} in this last turn.", { missing })
      : said("On points alone stopping is right, but the goal still asks for {missing} in {turns} turns.", {
          missing,
          turns,
        });
  }
  const front = Math.max(...others);
  if (rules.target && state.phase === "normal") {
    const missing = rules.target - front;
    const plan = rollPlan(rules, true);
    const need = Math.max(Math.ceil(missing / plan.step), 0);
    const chance = lastTurns(plan, rules.hot_dice === "forced", need, 1)[need] ?? 0;
    if (chance > 0.1) {
      return said(
        "On points alone stopping is right, but the other side needs only {missing} and makes it " +
          "{chance:share} of the time: {total} is not enough.",
        { missing, chance, total: stop.total },
      );
    }
  }
  const behind = front - own - stop.total;
  if (behind > 0 && rules.rounds) {
    return said(
      "On points alone stopping is right, but it leaves {behind} behind, with {rounds} rounds to come: " +
        "that calls for more.",
      { behind, rounds: rules.rounds - state.round },
    );
  }
  if (behind > 0) {
    return said("On points alone stopping is right, but it leaves {behind} behind: that calls for more.", { behind });
  }
  return said("On points alone stopping is right, but a little more here is worth the risk.");
}
