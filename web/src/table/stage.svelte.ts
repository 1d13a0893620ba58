// What of a game is on show. The server's view is the truth; `scene` is what is shown of it, which lags behind by
// the length of a throw. Events wait in a queue and are staged one after another, each for as long as it takes.

import { newStory, tell, type Row, type Story } from "../game/story";
import type { Die } from "../game/choosing";
import type { Heard } from "../net/line.svelte";
import type { CompiledRules, GameEvent, News, TableView, View } from "../net/messages";
import { announce, interrupt } from "../parts/announcing.svelte";
import { motionless, settings } from "../settings.svelte";
import { t } from "../words/words.svelte";
import { reaction } from "./reactions";
import { sentence } from "./sentences";
import { buzz, play as playSound } from "./sounds";

export interface SceneDie extends Die {
  /** Counts throws, so that a die that falls on the same face is seen to be thrown. */
  throws: number;
}

/** What is on show. */
export interface Scene {
  mover: number;
  loose: SceneDie[];
  rows: Row[];
  turnTotal: number;
  totals: number[];
  /** Dice in the air: asked for and not yet answered. */
  air: number[];
  /** A moment that takes the whole tray. */
  moment: { kind: "farkle" | "hot" | "bank" | "turn"; text: string } | null;
}

interface Step {
  event: GameEvent | null;
  /** The view after the last event of an update. */
  view: TableView | null;
  news: News | null;
}

const LANDING = 820;
const FARKLE = 1200;
const HOT = 500;
const BANK = 850;
const KEEP = 450;
const TURN = 700;

/** For whom it is shown. */
export interface Audience {
  /** The seats of this device; `shared` where several people hold it. */
  readonly seats: number[];
  readonly shared: boolean;
  readonly rules: CompiledRules | null;
  /** A move of this device is on its way, and its dice are in the air. */
  readonly asking: boolean;
  name(seat: number): string;
}

export class Stage {
  view: TableView | null = $state.raw(null);
  story: Story = $state.raw(newStory());
  scene: Scene = $state.raw({ mover: 0, loose: [], rows: [], turnTotal: 0, totals: [], air: [], moment: null });
  log: { seq: number; text: string; seat: number | null; chat: boolean }[] = $state.raw([]);
  /** The numbers of the dice that are chosen. */
  chosen: number[] = $state.raw([]);
  /** Whether everything is shown and nothing is under way. */
  idle = $state(true);
  /** Others' moves are not waited for. */
  fast = $state(false);

  #audience: Audience;
  #queue: Step[] = [];
  #wake: (() => void) | undefined;
  #throws = 0;
  #lastTurn = -1;
  #closed = false;

  constructor(audience: Audience) {
    this.#audience = audience;
  }

  get game(): View | null {
    return this.view?.game ?? null;
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  skip(): void {
    this.fast = true;
    this.#wake?.();
  }

  /** A tap that ends the moment on show. */
  hurry(): void {
    this.#wake?.();
  }

  // Before the server answers

  /** What is chosen lies in a row of its own. */
  setAside(points: number): void {
    const kept = this.scene.loose.filter((die) => this.chosen.includes(die.number));
    const row = { dice: kept.map((die) => die.number), faces: kept.map((die) => die.face), points };
    this.scene = {
      ...this.scene,
      rows: [...this.scene.rows, row],
      loose: this.scene.loose.filter((die) => !this.chosen.includes(die.number)),
      turnTotal: this.scene.turnTotal + points,
    };
    this.chosen = [];
  }

  /** Dice are thrown and have not fallen. */
  throwUp(numbers: number[]): void {
    this.#throws++;
    const loose = numbers.map((number) => {
      const before = this.scene.loose.find((die) => die.number === number);
      return { number, face: before?.face ?? ((number - 1) % 6) + 1, throws: this.#throws };
    });
    this.scene = { ...this.scene, air: numbers, loose };
  }

  /** A game that will begin like this; nothing is said of it but whose turn it is. */
  foresee(view: TableView): void {
    this.view = view;
    this.settle();
    this.#turnKnown(false);
  }

  /** It has begun; dice that were thrown meanwhile stay in the air. */
  begin(heard: Heard): void {
    const { air, loose } = this.scene;
    for (const news of heard.news) this.#note(news, heard.view, true);
    this.#catchUp(heard);
    if (this.#audience.asking) this.scene = { ...this.scene, air, loose };
  }

  // What comes from the server

  /** News and the view after them; they are shown in their own time. */
  hear(heard: Heard): void {
    const missed = heard.first || !heard.complete || heard.news.length > 12;
    if (missed) {
      this.#queue = [];
      for (const news of heard.news) this.#note(news, heard.view, heard.first);
      this.#catchUp(heard);
      return;
    }
    for (const news of heard.news) {
      const events = news.events ?? [];
      if (!events.length) this.#queue.push({ event: null, view: null, news });
      for (const event of events) this.#queue.push({ event, view: null, news });
    }
    this.#queue.push({ event: null, view: heard.view, news: null });
    if (this.idle) void this.#show();
  }

  /** Everything at once, without a show: after a reload, or a long absence. */
  #catchUp(heard: Heard): void {
    if (heard.first) this.story = newStory();
    for (const news of heard.news) for (const event of news.events ?? []) this.story = tell(this.story, event);
    this.view = heard.view;
    this.settle();
    this.#turnKnown(false);
  }

  /** Show exactly what the view says. */
  settle(): void {
    const game = this.game;
    this.chosen = [];
    if (!game) return;
    const loose =
      game.step === "keep" || game.step === "farkle"
        ? game.hand.map((number, index) => ({ number, face: game.faces[index] ?? 1, throws: 0 }))
        : [];
    this.scene = {
      mover: game.mover,
      loose,
      rows: this.story.rows,
      turnTotal: game.turn_total,
      totals: game.seats.map((seat) => seat.total),
      air: [],
      moment: null,
    };
  }

  async #show(): Promise<void> {
    this.idle = false;
    while (this.#queue.length && !this.#closed) {
      const step = this.#queue.shift();
      if (!step) break;
      if (step.view) this.view = step.view;
      if (step.news && !step.event) this.#note(step.news, this.view, false);
      if (step.event) await this.#stage(step.event);
    }
    this.idle = true;
    if (this.#closed) return;
    if (!this.#audience.asking) {
      const chosen = this.chosen;
      this.#keepFaces();
      this.chosen = chosen.filter((number) => this.scene.loose.some((die) => die.number === number));
    }
    this.#turnKnown(true);
  }

  /** Bring the scene in line with the view without throwing dice again. */
  #keepFaces(): void {
    const throws = new Map(this.scene.loose.map((die) => [die.number, die.throws]));
    this.settle();
    this.scene = {
      ...this.scene,
      loose: this.scene.loose.map((die) => ({ ...die, throws: throws.get(die.number) ?? die.throws })),
    };
  }

  /** Whose turn it is, said once. */
  #turnKnown(aloud: boolean): void {
    const game = this.game;
    if (!game || this.view?.phase !== "playing") return;
    const turn = game.turn * 100 + game.mover + (game.phase === "roll_off" ? 0.5 : 0);
    if (turn === this.#lastTurn) return;
    this.#lastTurn = turn;
    if (this.#audience.seats.includes(game.mover)) {
      this.fast = false;
      if (this.#audience.shared) {
        announce(t("say.pass", { name: this.#audience.name(game.mover) }));
      } else {
        interrupt(t("say.your_turn"));
        if (aloud) playSound("turn");
      }
    }
  }

  #hold(milliseconds: number): Promise<void> {
    const own = this.#audience.seats.includes(this.scene.mover);
    let wait = milliseconds * settings.pace;
    if (this.fast && !own) wait = 0;
    else if (motionless()) wait = Math.min(wait, settings.still ? 200 : wait / 3);
    else if (this.#queue.length > 12) wait /= 2;
    if (wait <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, wait);
      const stage = this;
      function done(): void {
        clearTimeout(timer);
        stage.#wake = undefined;
        resolve();
      }
      this.#wake = done;
    });
  }

  /** Show one event, for as long as it takes. */
  async #stage(event: GameEvent): Promise<void> {
    const before = this.story;
    const lost = this.scene.turnTotal;
    this.story = tell(this.story, event);
    const said = sentence(event, this.#audience);
    const others = !this.#audience.seats.includes(this.scene.mover);
    switch (event.type) {
      case "TurnBegan":
        this.scene = { ...this.scene, mover: event.seat, loose: [], rows: [], turnTotal: 0, air: [], moment: null };
        if (this.#audience.shared && this.#audience.seats.includes(event.seat)) {
          this.scene = { ...this.scene, moment: { kind: "turn", text: t("say.turn", { name: this.#audience.name(event.seat) }) } };
          await this.#hold(TURN);
          this.scene = { ...this.scene, moment: null };
        }
        break;
      case "FirstPlayerSet":
        await this.#hold(KEEP);
        this.scene = { ...this.scene, mover: event.seat, loose: [], rows: [], turnTotal: 0, air: [] };
        break;
      case "RollAsked":
        if (this.story.rows !== before.rows && this.scene.rows.length) {
          this.scene = { ...this.scene, rows: this.story.rows, moment: { kind: "hot", text: t("moment.hot", { n: event.dice.length }) } };
          announce(t("moment.hot", { n: event.dice.length }));
          playSound("hot");
          buzz([30, 40, 30]);
          await this.#hold(HOT);
        }
        this.scene = { ...this.scene, mover: event.seat, moment: null, rows: this.story.rows };
        break;
      case "DiceRolled": {
        const thrown = this.scene.air.length ? 0 : ++this.#throws;
        const throws = thrown || this.#throws;
        const fell = new Map(event.dice.map((number, index) => [number, event.faces[index] ?? 1]));
        const stay = this.scene.loose.filter((die) => !fell.has(die.number) && !this.scene.air.length);
        const loose = [...stay, ...Array.from(fell, ([number, face]) => ({ number, face, throws }))];
        this.chosen = [];
        this.scene = { ...this.scene, air: [], loose: loose.sort((a, b) => a.number - b.number) };
        playSound("land");
        this.#speak(event, said);
        // Nothing follows a roll of ours but our own choice: no waiting then.
        if (others || this.#queue.some((step) => step.event)) await this.#hold(LANDING);
        return;
      }
      case "DiceKept":
        this.scene = {
          ...this.scene,
          rows: this.story.rows,
          loose: this.scene.loose.filter((die) => !event.dice.includes(die.number) || this.scene.air.includes(die.number)),
          turnTotal: others ? this.scene.turnTotal + event.points : Math.max(this.scene.turnTotal, this.#aside()),
        };
        this.#speak(event, said);
        if (others) await this.#hold(KEEP);
        return;
      case "Farkled":
        this.scene = { ...this.scene, moment: { kind: "farkle", text: lost ? t("moment.farkle", { points: lost }) : t("moment.farkle_plain") } };
        playSound("farkle");
        buzz([120]);
        this.#speak(event, said);
        await this.#hold(FARKLE);
        this.scene = { ...this.scene, moment: null, totals: this.#totals(event.seat, -event.penalty), turnTotal: 0 };
        return;
      case "Banked":
        this.scene = { ...this.scene, moment: { kind: "bank", text: t("moment.bank", { points: event.points }) }, loose: [] };
        playSound("bank");
        this.#speak(event, said);
        this.scene = { ...this.scene, totals: this.#totals(event.seat, event.points) };
        await this.#hold(BANK);
        this.scene = { ...this.scene, moment: null, turnTotal: 0 };
        return;
      case "GameEnded":
        playSound(event.winners.some((seat) => this.#audience.seats.includes(seat)) ? "hot" : "turn");
        break;
      default:
        break;
    }
    this.#speak(event, said);
  }

  #aside(): number {
    return [...this.story.swept, ...this.story.rows].reduce((sum, row) => sum + row.points, 0);
  }

  #totals(seat: number, more: number): number[] {
    return this.scene.totals.map((total, index) => (index === seat ? total + more : total));
  }

  #speak(event: GameEvent, text: string): void {
    if (!text) return;
    announce(text);
    this.log = [...this.log.slice(-299), { seq: this.story.events, text, seat: "seat" in event ? event.seat : null, chat: false }];
  }

  /** What happens beside the game: chat, seats, clocks. */
  #note(news: News, view: TableView | null, quiet: boolean): void {
    const seat = news.seat ?? null;
    const chair = seat === null ? undefined : view?.chairs[seat];
    const name = seat === null ? "" : this.#audience.seats.includes(seat) && !this.#audience.shared ? t("you") : (chair?.name ?? "");
    let text = "";
    let chat = false;
    switch (news.what) {
      case "Said":
        text = news.text ?? "";
        chat = true;
        break;
      case "Reacted":
        text = reaction(news.text ?? "");
        chat = true;
        break;
      case "SeatTaken":
        if (seat !== null && this.#audience.seats.includes(seat)) return;
        text = t("news.seat_taken", { name: news.name || name });
        break;
      case "StandInSeated":
        text = t("news.stand_in", { name });
        break;
      case "PlayerBack":
        text = t("news.back", { name });
        break;
      case "Played":
        for (const event of quiet ? (news.events ?? []) : []) {
          const line = sentence(event, this.#audience);
          if (line) this.log = [...this.log.slice(-299), { seq: news.seq, text: line, seat: "seat" in event ? event.seat : null, chat: false }];
        }
        return;
      default:
        return;
    }
    this.log = [...this.log.slice(-299), { seq: news.seq, text, seat, chat }];
    if (!quiet) announce(chat ? `${name}: ${text}` : text);
  }
}
