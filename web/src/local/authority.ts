// The authority over one game in the page: it asks the core for everything, throws the dice of the game's seed, lets
// bots decide, keeps the game after every move, and tells whoever listens. It says what a server would say.

import { legal } from "../core/game/choices";
import type { Command } from "../core/game/commands";
import { SeededDice } from "../core/game/dice";
import type { Event } from "../core/game/events";
import { evolve, fold } from "../core/game/evolving";
import { bankOffer, keepOffers } from "../core/game/offers";
import { play } from "../core/game/referee";
import { Refusal } from "../core/game/refusals";
import { openingState, type GameRecord } from "../core/game/record";
import { diceToRoll, type State } from "../core/game/state";
import { neededToBank } from "../core/game/verifying";
import { stillHolds } from "../core/game/views";
import { load, reference, resolve } from "../core/rules/loading";
import type { Ruleset } from "../core/rules/ruleset";
import type { GameCommand, News, TableView, View } from "../net/messages";
import { dayGame } from "../club/ids";
import { askCoach } from "./coach";
import { settings } from "../settings.svelte";
import { loadGame, newId, saveGame, type LocalGame } from "./games";

/** What a listener hears: news since the last word, and the table as a seat sees it. */
export type Listener = (news: News[]) => void;

const OPTIONS = { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true, bags: [], party: "", best_of: 0 };
/** So long a bot seems to think, at least; the stage takes its own time to show what it does. */
const THINKING = 250;
const VIEW_VERSION = 2;

export class Authority {
  state: State;
  readonly news: News[] = [];
  readonly #dice: SeededDice;
  readonly #listeners = new Set<Listener>();
  #deciding = false;
  #prepared = false;

  constructor(readonly game: LocalGame) {
    this.#dice = new SeededDice(game.seed);
    const start = openingState(recordFrom(game));
    // A game that cannot be folded is damaged; whoever opens it is told.
    this.state = fold(start, game.events);
    let mover = start.mover;
    let state = start;
    let events: Event[] = [];
    for (const event of game.events) {
      events.push(event);
      state = evolve(state, event);
      if (state.step !== "between" && state.step !== "wait") {
        this.#tell(mover, events);
        events = [];
        mover = state.mover;
      }
    }
    if (events.length) this.#tell(mover, events);
    // Dice that were in the air when the page went away fall now, and are the same.
    if (this.state.step === "wait") void this.#carryOut(this.state.mover, []);
  }

  get sequence(): number {
    return this.news.length;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (!this.#prepared && this.state.phase !== "over") {
      this.#prepared = true;
      // So that the first hint comes as quickly as the others. A coach that has nothing to say says so when asked.
      askCoach({ type: "prepare", rules: reference(this.state.rules) }).catch(() => undefined);
    }
    this.#think();
    return () => this.#listeners.delete(listener);
  }

  #tell(seat: number, events: Event[]): News {
    const news: News = { seq: this.news.length + 1, at: this.game.changed, what: "Played", seat, events };
    this.news.push(news);
    return news;
  }

  /** A command of a seat: what the referee says to it. */
  do(seat: number, command: Command): Refusal | null {
    const result = play(this.state, command);
    if (result instanceof Refusal) return result;
    this.state = result.state;
    void this.#carryOut(seat, result.events);
    return null;
  }

  async #carryOut(seat: number, begun: Event[]): Promise<void> {
    const events = [...begun];
    while (this.state.step === "wait") {
      const fallen = play(this.state, this.#dice.throw(this.state));
      if (fallen instanceof Refusal) throw new Error(fallen.sentence);
      this.state = fallen.state;
      events.push(...fallen.events);
    }
    const { game } = this;
    game.events = [...game.events, ...events];
    // A clock that was set back does not bring a game out of order.
    game.changed = Math.max(Date.now(), game.changed + 1);
    game.over = this.state.phase === "over";
    const news = this.#tell(seat, events);
    for (const listener of this.#listeners) listener([news]);
    this.#think();
    await saveGame(game);
  }

  /** Let the bot decide whose turn it is, if it is a bot's, and somebody looks on. */
  #think(): void {
    const player = this.game.players[this.state.mover] ?? "human";
    if (this.#deciding || player === "human" || this.state.phase === "over" || !this.#listeners.size) return;
    this.#deciding = true;
    const { mover } = this.state;
    const pause = new Promise((done) => setTimeout(done, THINKING * settings.pace));
    const state = { ...this.state, rules: null };
    const asked = askCoach({ type: "choose", bot: player, rules: reference(this.state.rules), state });
    void Promise.all([asked, pause])
      .then(([command]) => {
        this.#deciding = false;
        if (this.do(mover, command)) throw new Error(`${player} asked for what the referee refuses`);
      })
      .catch(() => {
        // A bot that fails at a moment does what any rule allows there.
        this.#deciding = false;
        const [move] = legal(this.state);
        if (move && this.state.mover === mover) this.do(mover, move);
      });
  }

  /** The table as a seat sees it. */
  view(seat: number | null): TableView {
    const { game, state } = this;
    const chairs = game.names.map((name, index) => {
      const bot = game.players[index] === "human" ? "" : (game.players[index] ?? "");
      const rest = { stand_in: "", empty: false, online: true, gave_seed: true, face: "", seal: "", away: 0, left: 0, games: 0, hints: false, guess: "", right: 0, guesses: 0 };
      return { name: bot || name, bot, ...rest };
    });
    return {
      match: game.id,
      sequence: this.sequence,
      seat,
      kind: "farkle",
      rules: game.rules,
      title: game.title,
      phase: state.phase === "over" ? "over" : "playing",
      owner: Math.max(0, game.players.indexOf("human")),
      locked: false,
      paused: false,
      clock: { turn: 0 },
      clock_left: null,
      options: dayGame(game.id) ? { ...OPTIONS, advice: false } : OPTIONS,
      chairs,
      commitment: "",
      seeds: [],
      server_seed: "",
      reason: state.phase === "over" ? state.reason : "",
      rematch: "",
      wins: [],
      closing: false,
      restored: [],
      game: gameView(state, game, this.sequence, seat),
    };
  }
}

function gameView(state: State, game: LocalGame, sequence: number, seat: number | null): View {
  const { cards } = state;
  const over = state.phase === "over";
  const moves = seat === state.mover ? legal(state) : [];
  return {
    sequence,
    seat,
    rules: game.rules,
    phase: state.phase,
    step: state.step,
    mover: state.mover,
    round: state.round,
    turn: state.turn,
    turn_total: state.turn_total,
    hand: [...state.hand],
    faces: [...state.faces],
    seats: state.seats.map(({ total, opened, farkles, gone }, index) => ({
      name: game.names[index] ?? "",
      player: game.players[index] ?? "human",
      total,
      opened,
      farkles,
      gone,
    })),
    winners: [...state.winners],
    legal: moves as GameCommand[],
    needed: over ? 0 : neededToBank(state),
    cards: cards && {
      hand: seat === null ? [] : (cards.hands[seat] ?? []),
      counts: cards.hands.map((hand) => hand.length),
      still_holds: state.seats.map((_, index) => stillHolds(state, index)),
      discards: cards.discards,
      in_play: cards.in_play,
      played: cards.played,
    },
    version: VIEW_VERSION,
    turn_dice: state.turn_dice,
    to_roll: over ? [] : [...diceToRoll(state)],
    bank: bankOffer(state),
    keeps: seat === state.mover ? keepOffers(state) : [],
    offer: state.offer,
    offered: [...state.offered],
  };
}

/** A game of this device as a record. */
export function recordFrom(game: LocalGame): GameRecord {
  const { names, players, first, events, start, late, colours } = game;
  const date = new Date(game.begun).toISOString().slice(0, 10);
  const dice = game.dice || `seeded ${game.seed}`;
  return { rules: resolve(game.rules), names, players, dice, first, start, date, events, late, colours };
}

const running = new Map<string, Promise<Authority | null>>();

/** The authority over a game of this device; null where there is no such game, or it is damaged. */
export function authority(id: string): Promise<Authority | null> {
  let found = running.get(id);
  if (!found) {
    found = loadGame(id).then((game) => {
      if (!game) return null;
      try {
        return new Authority(game);
      } catch {
        return null;
      }
    });
    running.set(id, found);
  }
  return found;
}

export interface Wish {
  rules: string;
  /** Who sits where, by name, and who decides there. */
  names: string[];
  players: string[];
}

/** Begin a game of this device; it is kept before anybody sees it. */
export async function begin(wish: Wish): Promise<Authority> {
  const rules: Ruleset = wish.rules.startsWith("{") ? resolve(wish.rules) : load(wish.rules);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const now = Date.now();
  const game: LocalGame = {
    id: newId(),
    rules: reference(rules),
    title: rules.title,
    names: wish.names,
    players: wish.players,
    seed,
    first: null,
    events: [],
    begun: now,
    changed: now,
    over: false,
    start: "",
    late: 0,
    colours: [],
    dice: "",
  };
  const found = new Authority(game);
  running.set(game.id, Promise.resolve(found));
  await saveGame(game);
  // A browser clears what it was not asked to keep; the answer is its own.
  void navigator.storage?.persist?.().catch(() => undefined);
  return found;
}
