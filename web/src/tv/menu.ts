// What the host may do with a remote: a list, up and down, OK, back.

import { tableOf } from "../core/rules/ruleset";
import type { CompiledRules, Do, GameCommand, TableView, View } from "../net/messages";
import { fill, words } from "./words";

export interface Item {
  text: string;
  command?: Do["command"];
  act?: "sound" | "room" | "close";
  /** The seat that is to have another name; it is asked for. */
  rename?: number;
}

const BOTS = { farkle: ["thumb", "cautious", "greedy", "champion", "threshold:500", "err:2", "random"], munchkin: ["steady", "shrewd", "gambler", "seer"], cards: ["eager", "schemer", "sage"] };

/** The dice of a throw that are worth the most, by their numbers. */
function bestKeep(rules: CompiledRules, game: View): number[] {
  const best = tableOf(rules).options(game.faces)[0];
  const wanted = best ? best.keep.split("") : [];
  return game.hand.filter((_die, place) => {
    const found = wanted.indexOf(String(game.faces[place]));
    if (found >= 0) wanted.splice(found, 1);
    return found >= 0;
  });
}

/** The moves that the host may make for who is to decide. */
function movesFor(game: View, rules: CompiledRules | null, name: string): Item[] {
  const seat = game.mover;
  const play = (text: string, command: GameCommand): Item => ({ text: fill(text, { name }), command: { type: "PlayFor", seat, command } });
  if (game.step === "roll" || game.phase === "roll_off") return [play(words.throwFor, { type: "Roll", seat })];
  if (game.step === "decide") return [play(words.throwFor, { type: "Roll", seat }), play(words.bankFor, { type: "Bank", seat })];
  if (game.step === "farkle" || game.step === "stop") return [play(words.passFor, { type: "PassWindow", seat })];
  const dice = rules ? bestKeep(rules, game) : [];
  if (game.step !== "keep" || !dice.length) return [];
  return [play(words.keepThrow, { type: "Keep", seat, dice, then: "roll" }), play(words.keepBank, { type: "Keep", seat, dice, then: "bank" })];
}

export function items(view: TableView, rules: CompiledRules | null, silent: boolean): Item[] {
  const found: Item[] = [];
  const known = view.kind === "munchkin" ? BOTS.munchkin : rules && rules.cards ? BOTS.cards : BOTS.farkle;
  // One after the other, so that a table of bots is not six times the same face.
  const seated = view.chairs.filter((chair) => chair.bot).length;
  const bot = known[seated % known.length] as string;
  if (view.phase === "open") {
    const empty = view.chairs.map((chair) => chair.empty).indexOf(true);
    // Which bots play here is clear once the rules are there.
    if (empty >= 0 && (rules || view.kind !== "farkle")) found.push({ text: words.addBot, command: { type: "SeatBot", seat: empty, bot } });
    view.chairs.forEach((chair, seat) => {
      if (chair.empty) return;
      const name = chair.name;
      if (!chair.bot) {
        found.push({ text: fill(chair.hints ? words.hintsOff : words.hintsOn, { name }), command: { type: "Hints", seat, on: !chair.hints } });
        found.push({ text: fill(words.rename, { name }), rename: seat });
      }
      found.push({ text: fill(words.remove, { name }), command: { type: "Remove", seat } });
    });
  } else if (view.phase === "playing" && view.kind === "farkle") {
    const game = view.game as View;
    const chair = view.chairs[game.mover];
    if (chair && !chair.bot && !chair.stand_in) {
      found.push({ text: words.wait, act: "close" });
      movesFor(game, rules, chair.name).forEach((item) => found.push(item));
      found.push({ text: fill(words.botFor, { name: chair.name }), command: { type: "Replace", seat: game.mover, bot } });
      found.push({ text: fill(words.skip, { name: chair.name }), command: { type: "Skip" } });
    }
  } else if (view.phase === "playing") {
    found.push({ text: words.wait, act: "close" });
    view.chairs.forEach((chair, seat) => {
      if (chair.bot || chair.stand_in || chair.online) return;
      found.push({ text: fill(words.botFor, { name: chair.name }), command: { type: "Replace", seat, bot } });
    });
  }
  if (view.phase !== "open") {
    view.chairs.forEach((chair, seat) => {
      if (!chair.bot && !chair.empty) found.push({ text: fill(chair.hints ? words.hintsOff : words.hintsOn, { name: chair.name }), command: { type: "Hints", seat, on: !chair.hints } });
    });
  }
  found.push({ text: silent ? words.soundOn : words.soundOff, act: "sound" });
  found.push({ text: words.newRoom, act: "room" });
  return found;
}
