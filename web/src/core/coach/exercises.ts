// Exercises: positions where people go wrong, from solved play; the same seed gives the same ones.

import type { Command } from "../game/commands";
import { SeededDice } from "../game/dice";
import { parsePosition } from "../game/positions";
import { play } from "../game/referee";
import { Refusal } from "../game/refusals";
import { diceToRoll, moverOf, newGame, type State } from "../game/state";
import { facesOf } from "../game/verifying";
import { totalToWin } from "../players/keeping";
import type { Bot } from "../players/plan";
import { cardRules, Standing } from "../players/paper_rule";
import { makeBot } from "../players/registry";
import { stepOf, type Ruleset } from "../rules/ruleset";
import { adviseOn, bestOf } from "./advising";
import type { Advice, CardSays, Exercise, Option, Theme } from "./forms";
import { NothingToSay } from "../players/unsolved";
import { DOUBTFUL, whole } from "./scales";
import { valuesFor } from "../players/values";

export const THEMES: readonly Theme[] = ["which dice", "stop or roll", "hot dice", "last turn", "on the board", "near the end"];
/** Bots that go wrong as people do: they take all that scores, or have a number in mind. */
const LIKE_PEOPLE = ["greedy", "threshold:300", "cautious", "thumb", "threshold:500", "threshold:1000"];
const MOST_TRIES = 60;

/** What an exercise is about. */
function themeOf(state: State, best: Option, tempting: Option): Theme {
  const { rules } = state;
  if (totalToWin(state) !== null) return "last turn";
  if (!moverOf(state).opened) return "on the board";
  if (best.action === "roll" && best.dice === rules.dice && best.total && tempting.action === "bank") return "hot dice";
  const near = rules.target && state.seats.some((seat) => seat.total > rules.target - 1000);
  if (near || (rules.rounds && state.round >= rules.rounds - 1)) return "near the end";
  return best.action === tempting.action ? "which dice" : "stop or roll";
}

/** An exercise of a sheet for two (or one); NothingToSay where nobody goes wrong, or nothing is known. */
export function exercise(rules: Ruleset, seed: string, theme: Theme | null = null): Exercise {
  const players = rules.solo_goal ? 1 : Math.max(2, rules.min_players);
  let fallback: Exercise | null = null;
  for (let number = 0; number < MOST_TRIES; number++) {
    for (const { state, command } of decisions(rules, players, `${seed} ${number}`)) {
      const values = valuesFor(state);
      const scale = whole(rules, values.unit);
      const choices = values.turn(state).choices(state);
      const [action, keep] = meaning(state, command);
      const played = choices.find((choice) => choice.action === action && choice.keep === keep);
      if (!played || bestOf(choices).worth.value - played.worth.value < DOUBTFUL * scale) continue;
      const found = exerciseFrom(state, seed, (option) => option.action === action && option.keep === keep);
      if (!theme || found.theme === theme) return found;
      fallback ??= found;
    }
  }
  if (fallback) return fallback;
  throw new NothingToSay("there are no exercises for such a game");
}

function exerciseFrom(state: State, seed: string, tempts: (option: Option) => boolean): Exercise {
  const advice = adviseOn(state);
  const [best] = advice.options;
  const tempting = advice.options.find(tempts) ?? best;
  if (!best || !tempting) throw new NothingToSay("there are no exercises for such a game");
  return {
    rules: state.rules.name,
    position: advice.position,
    theme: themeOf(state, best, tempting),
    seed,
    origin: seed ? "" : "again",
    tempting,
    advice,
    scale: whole(state.rules, advice.unit),
    card: cardSays(state, advice),
  };
}

/** What the back of the strategy card says; null where the sheet has no rule to remember. */
function cardSays(state: State, advice: Advice): CardSays | null {
  const rule = cardRules(state.rules)?.[1];
  const bot = makeBot("paper");
  if (!rule || !bot) return null;
  const [action, keep] = meaning(state, wholeDecision(state, bot.choose(state), bot));
  const option = advice.options.find((one) => one.action === action && one.keep === keep);
  if (!option) return null;
  const left = keep === null ? diceToRoll(state).length : state.faces.length - keep.length;
  const stop = new Standing(rule, state).stopTotal(left || state.turn_dice);
  const step = stepOf(state.rules);
  return { option, stop_at: stop === null ? null : Math.ceil(stop / step) * step };
}

/** The exercise of one position, such as one that went wrong before; what tempts is the best wrong choice. */
export function exerciseOf(position: string): Exercise {
  return { ...exerciseFrom(parsePosition(position), "", (option) => !option.equal), position };
}

/** A few decisions of a game between bots that play as people do, from somewhere in it on. */
function* decisions(rules: Ruleset, players: number, seed: string): Generator<{ state: State; command: Command }> {
  const dice = new SeededDice(seed);
  let state = newGame(rules, players, { first: 0 });
  // Chance beside the dice of the game: throws of a game that is never played.
  const lots = new SeededDice(`exercise ${seed}`);
  const lot = (turn: number, below: number): number => {
    const { faces } = lots.throw({ ...state, rules: { ...rules, weights: [] }, turn, roll: 1, throw: 1, hand: [1, 2, 3, 4, 5, 6] });
    return faces.reduce((sum, face) => sum * 6 + face - 1, 0) % below;
  };
  const bots = Array.from({ length: players }, (_, seat) => makeBot(LIKE_PEOPLE[lot(seat, LIKE_PEOPLE.length)] ?? "greedy") as Bot);
  const begin = lot(players, rules.rounds * players || 24);
  let asked = 0;
  while (state.phase !== "over" && asked < 12) {
    const bot = bots[state.mover] as Bot;
    const command = state.step === "wait" ? dice.throw(state) : bot.choose(state);
    if (state.turn > begin && (state.step === "keep" || state.step === "decide") && state.phase !== "play_off") {
      asked++;
      yield { state, command: wholeDecision(state, command, bot) };
    }
    const result = play(state, command);
    if (result instanceof Refusal) return;
    state = result.state;
  }
}

/** A keep together with what the same bot does next, which is one decision. */
function wholeDecision(state: State, command: Command, bot: Bot): Command {
  if (command.type !== "Keep" || command.then) return command;
  const result = play(state, command);
  if (result instanceof Refusal || result.state.step !== "decide") return command;
  return { ...command, then: bot.choose(result.state).type === "Bank" ? "bank" : "roll" };
}

/** What a command does, in the words of an option. */
function meaning(state: State, command: Command): [string, string | null] {
  if (command.type === "Keep") {
    return [command.then ?? "", (facesOf(state, command.dice) ?? []).sort((a, b) => a - b).join("")];
  }
  return [command.type === "Bank" ? "bank" : "roll", null];
}
