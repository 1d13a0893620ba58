// The total that wins a last turn, and whether points of the player before are worth taking over.

import { goldInHand } from "../game/views";
import { active, numbersTo, weightsOf, type State } from "../game/state";
import { inOrder } from "../game/turns";
import { weightedOdds } from "../odds/rolls";
import { stepOf } from "../rules/ruleset";

/** The total that the mover must record on a last turn to be ahead, or null where it is not one. */
export function totalToWin(state: State): number | null {
  const { rules } = state;
  if (!isLastTurn(state)) return null;
  if (rules.solo_goal) return rules.solo_goal + (rules.reach === "more_than" ? 1 : 0);
  const rivals = state.phase === "play_off" ? state.contenders : active(state);
  const totals = new Map(rivals.map((seat) => [seat, state.seats[seat]?.total ?? 0]));
  if (state.cards && state.phase !== "play_off") {
    // Unplayed cards count at the end.
    const mine = goldInHand(state, state.mover);
    for (const [seat, total] of totals) totals.set(seat, total + goldInHand(state, seat) - mine);
  }
  const others = [...totals].filter(([seat]) => seat !== state.mover).map(([, total]) => total);
  const best = others.length ? Math.max(...others) : 0;
  const mustBeat = rules.ties === "play_off" || (rules.ties === "trigger_keeps" && totals.get(state.trigger) === best);
  return mustBeat ? best + stepOf(rules) : best;
}

/** Whether what the player before has left is worth taking over: more than a first roll brings on average. */
export function takesOver(state: State): boolean {
  if (!state.offer) return false;
  const weights = weightsOf(state);
  const rows = (dice: readonly number[]): (readonly number[])[] => dice.map((die) => weights[die - 1] ?? [1, 1, 1, 1, 1, 1]);
  const left = weightedOdds(state.rules, rows(state.offered));
  const fresh = weightedOdds(state.rules, rows(numbersTo(state.rules.dice)));
  return state.offer * (1 - left.farkles / left.rolls) > fresh.points / fresh.rolls;
}

function isLastTurn(state: State): boolean {
  if (state.phase === "last") return true;
  if (state.phase === "play_off") return inOrder(state, state.contenders, state.starter).at(-1) === state.mover;
  const finalRound = state.rules.rounds > 0 && state.round === state.rules.rounds;
  return finalRound && inOrder(state, active(state), state.starter).at(-1) === state.mover;
}
