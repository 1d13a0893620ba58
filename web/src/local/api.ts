// What a server would answer, from this device alone: its own games, the sheets, the coach.

import { compiled } from "../core/rules/compiled";
import { printRecord } from "../core/game/record";
import { totals } from "../core/game/state";
import { RulesError } from "../core/rules/faults";
import { fill } from "../core/rules/said";
import { load, resolve } from "../core/rules/loading";
import { shipped } from "../core/rules/sheets";
import { botsFor, makeBot } from "../core/players/registry";
import { Refusal, type Person, type Pick } from "../net/api";
import type { History } from "../net/history";
import type { Advice, CompiledRules, Exercise, GameEvent, GameLine, Moment, NewTable, Review, RulesLook, SeatedBody, Sheets, StrategyCard, TableView } from "../net/messages";
import { remember } from "../storage";
import { authority, begin, recordFrom, type Authority } from "./authority";
import { askCoach } from "./coach";
import { allGames, type LocalGame } from "./games";

/** The sheets that this page knows by itself. */
export function sheets(): Sheets {
  const known = shipped().map((name) => compiled(load(name)) as CompiledRules);
  return { sheets: known, bots: [...new Set(shipped().flatMap((name) => botsFor(load(name))))] };
}

export function lookAtRules(text: string): RulesLook {
  try {
    return { rules: compiled(resolve(text)) as CompiledRules, faults: [] };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const faults = error.faults.map(({ key, says, values }) => ({ key, message: fill(says, values), line: 0, says, values }));
    return { rules: null, faults: faults as RulesLook["faults"] };
  }
}

async function found(match: string): Promise<Authority> {
  const game = await authority(match);
  if (!game) throw new Refusal(404, "no_match", "");
  return game;
}

/** Seats for those on this device, then bots; one that this page cannot seat is replaced by one that it can. */
export async function openTable(wish: NewTable, people: string[]): Promise<SeatedBody> {
  const rules = wish.rules ?? "classic";
  const cards = resolve(rules).deck !== null;
  const bots = (wish.bots ?? []).map((bot) => (makeBot(bot) ? bot : cards ? "eager" : "greedy"));
  const names = [...people, ...bots].map((name, seat, all) => (all.indexOf(name) < seat ? `${name} ${seat + 1}` : name));
  const game = await begin({ rules, names, players: [...people.map(() => "human"), ...bots] });
  return seatedAt(game);
}

function seatedAt(game: Authority): SeatedBody {
  const { id, players } = game.game;
  const mine = players.flatMap((player, seat) => (player === "human" ? [[`seat ${seat}`, String(seat)]] : []));
  remember(`seats.${id}`, Object.fromEntries(mine));
  remember("played", true);
  return { match: id, seat: players.indexOf("human"), token: String(players.indexOf("human")), invite: "" };
}

/** The same again; who sat second begins, where the sheet leaves that to the table. */
export async function rematch(match: string): Promise<SeatedBody> {
  const { game } = await found(match);
  const again = await begin({ rules: game.rules, names: game.names, players: game.players });
  return seatedAt(again);
}

export async function table(match: string): Promise<TableView> {
  const game = await found(match);
  return game.view(game.game.players.indexOf("human"));
}

export async function history(match: string): Promise<History> {
  const game = await found(match);
  return { view: game.view(null), events: game.game.events as GameEvent[] };
}

/** The record of a game of this device. */
export function recordOf(game: LocalGame): string {
  return printRecord(recordFrom(game));
}

export async function record(match: string): Promise<string> {
  return recordOf((await found(match)).game);
}

/** The games of this device as lines of the first screen. */
export async function games(): Promise<GameLine[]> {
  const all = await allGames();
  const lines = await Promise.all(
    all.slice(0, 40).map(async (game): Promise<GameLine | null> => {
      const now = await authority(game.id);
      if (!now) return null;
      const { state } = now;
      const over = state.phase === "over";
      return {
        match: game.id,
        status: over ? "over" : "playing",
        rules: game.rules,
        seats: game.names.length,
        updated: game.changed,
        seat: game.players.indexOf("human"),
        your_turn: !over && game.players[state.mover] === "human",
        title: game.title,
        names: game.players.map((player, seat) => (player === "human" ? (game.names[seat] ?? "") : player)),
        totals: totals(state),
        winners: [...state.winners],
        faces: game.names.map(() => ""),
        owner: "",
      };
    }),
  );
  return lines.flatMap((line) => line ?? []);
}

export async function advice(match: string): Promise<Advice> {
  const game = await found(match);
  const state = { ...game.state, rules: null };
  game.do(game.state.mover, { type: "UseAdvice", seat: game.state.mover });
  return askCoach({ type: "advise", rules: game.game.rules, state });
}

export async function review(match: string): Promise<Review> {
  return (await askCoach({ type: "review", record: await record(match) })) as Review;
}

export const exercise = (wish: { rules: string; seed: string; theme?: string; position?: string }): Promise<Exercise> =>
  askCoach({ type: "exercise", rules: wish.rules, seed: wish.seed, theme: wish.theme ?? "", position: wish.position ?? "" });

export const strategyCard = (rules: string): Promise<StrategyCard> => askCoach({ type: "card", rules });

export const whatIf = (wish: { position: string; choice?: Pick; dice?: string; unit?: Review["unit"] }): Promise<Moment> =>
  askCoach({
    type: "whatIf",
    position: wish.position,
    choice: wish.choice ?? null,
    dice: wish.dice ?? "",
    unit: wish.unit ?? null,
  });

/** Somebody of this device alone. */
export const NOBODY: Person = { id: "", name: "", key: "" };
