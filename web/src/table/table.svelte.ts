// One table as this device sees it. The server's view is the truth; `scene` is what is shown of it, which lags
// behind by the length of a throw. Taps are answered at once: they change what is chosen, never the game.

import { advise, type Advice } from "../game/advice";
import { best, canScore, tap, withFaces, type Die } from "../game/choosing";
import { noteSeal } from "../fair/noted";
import { newStory, tell, type Row, type Story } from "../game/story";
import { farkleChance, optionFor } from "../game/scoring";
import { coachAdvice, guests, person, tokens, type Person } from "../net/api";
import { Line, type Answer, type Heard } from "../net/line.svelte";
import type { CompiledRules, Do, GameCommand, GameEvent, News, Refused, TableView, View } from "../net/messages";
import { announce, interrupt } from "../parts/announcing.svelte";
import { motionless, settings } from "../settings.svelte";
import { rulesOf } from "../sheets.svelte";
import { cardOf } from "../cards/cards";
import { toldWords } from "../words/said.svelte";
import { number, percent, t } from "../words/words.svelte";
import { chairName } from "../game/naming";
import { buzz, play as playSound } from "./sounds";
import { reaction } from "./reactions";
import { sentence } from "./sentences";

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

/** A line to the table, the seat it speaks for, and who sits there. */
interface Place {
  line: Line;
  seat: number | null;
  person: string;
}

export class Table {
  view: TableView | null = $state.raw(null);
  rules: CompiledRules | null = $state.raw(null);
  story: Story = $state.raw(newStory());
  scene: Scene = $state.raw({ mover: 0, loose: [], rows: [], turnTotal: 0, totals: [], air: [], moment: null });
  log: { seq: number; text: string; seat: number | null; chat: boolean }[] = $state.raw([]);
  chosen: number[] = $state.raw([]);
  /** A sentence for a moment: why a die does not count, why the server said no. */
  notice: string = $state("");
  announcement: string = $state("");
  /** Whether everything is shown and nothing is under way. */
  idle = $state(true);
  /** A move of ours is on its way. */
  asking = $state(false);
  fast = $state(false);
  /** The seat that holds the device, where several people share it. */
  holder = $state(-1);

  readonly match: string;
  /** Whether several people share this device, and whether nobody here plays. */
  readonly shared: boolean;
  readonly watching: boolean;
  /** What each seat of this device may see; hands of cards differ. */
  views: Record<number, TableView> = $state.raw({});
  /** The seats of this device; they are known with the first word of the server. */
  seats: number[] = $state.raw([]);
  #lines: Place[] = [];
  #front: Line;
  #queue: Step[] = [];
  #wake: (() => void) | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #throws = 0;
  #until = Infinity;
  #closed = false;

  constructor(match: string) {
    this.match = match;
    const mine = Object.entries(tokens(match));
    const announced = (text: string): void => {
      this.announcement = text;
      announce(text);
    };
    this.watching = !mine.length;
    this.shared = mine.length > 1;
    // The first line tells the story; those of others who share the device only know their seats.
    for (const [id, token] of mine.length ? mine : [["", ""] as const]) {
      const place: Place = { line: undefined as unknown as Line, seat: null, person: id };
      const first = this.#lines.length === 0;
      this.#lines.push(place);
      place.line = new Line(
        match,
        token,
        (heard) => {
          place.seat = heard.view.seat;
          const seats = this.#lines.map((one) => one.seat).filter((seat) => seat !== null);
          if (seats.join() !== this.seats.join()) this.seats = seats;
          if (place.seat !== null) this.views = { ...this.views, [place.seat]: heard.view };
          if (first) this.#hear(heard);
        },
        first ? announced : () => undefined,
      );
    }
    this.#front = (this.#lines[0] as Place).line;
  }

  close(): void {
    this.#closed = true;
    for (const { line } of this.#lines) line.close();
    this.#wake?.();
  }

  // What is so

  get line(): Line {
    return this.#front;
  }

  get game(): View | null {
    return this.view?.game ?? null;
  }

  get playing(): boolean {
    return this.view?.phase === "playing";
  }


  /** The seat of this device that may move now, or null. */
  get myTurn(): number | null {
    const game = this.game;
    if (!game || !this.playing || !this.idle || this.scene.mover !== game.mover) return null;
    if (!this.seats.includes(game.mover) || this.view?.chairs[game.mover]?.stand_in) return null;
    return game.mover;
  }

  /** Whether the turn on show is one of this device's seats, be it still under way. */
  get ours(): boolean {
    return this.seats.includes(this.scene.mover) && !this.view?.chairs[this.scene.mover]?.stand_in;
  }

  /** Whether a tap would count now. */
  get open(): boolean {
    const seat = this.myTurn;
    return seat !== null && !this.asking && !this.#lineOf(seat).waiting && !this.handing;
  }

  /** Whether the device must change hands first: only where hands of cards are secret. */
  get handing(): boolean {
    return this.shared && !!this.rules?.cards && this.myTurn !== null && this.holder !== this.myTurn;
  }

  /** The points of what is chosen, null where it may not be set aside as it is. */
  get selection(): number | null {
    if (!this.rules || !this.chosen.length) return null;
    const faces = this.scene.loose.filter((die) => this.chosen.includes(die.number)).map((die) => die.face);
    return optionFor(this.rules, this.scene.loose.map((die) => die.face), faces)?.points ?? null;
  }

  /** The turn with what is chosen. */
  get wouldBe(): number {
    return (this.game?.turn_total ?? 0) + (this.selection ?? 0);
  }

  /** The numbers of the dice that a roll would throw now. */
  get toRoll(): number[] {
    const game = this.game;
    if (!game || !this.rules) return [];
    const all = Array.from({ length: this.rules.dice }, (_, index) => index + 1);
    if (game.phase === "roll_off") return [1];
    if (game.step === "keep") {
      const rest = game.hand.filter((die) => !this.chosen.includes(die));
      return rest.length ? rest : all;
    }
    return game.hand.length ? [...game.hand] : all;
  }

  get mayRoll(): boolean {
    if (!this.open || !this.game) return false;
    return this.game.step === "roll" || this.game.step === "decide" || (this.game.step === "keep" && this.selection !== null);
  }

  /** Why banking is not possible now: "" where it is, else a reason for the button. */
  get bankFault(): "" | "nothing" | "needed" | "hot" {
    const game = this.game;
    if (!game || !this.rules) return "nothing";
    if (game.step === "keep" ? this.selection === null : game.step !== "decide") return "nothing";
    const hot = this.toRoll.length === this.rules.dice && (game.step !== "keep" || this.chosen.length === game.hand.length);
    if (hot && this.rules.hot_dice === "forced") return "hot";
    return this.wouldBe < game.needed ? "needed" : "";
  }

  get danger(): number {
    return this.rules && this.toRoll.length ? farkleChance(this.rules, this.toRoll) : 0;
  }

  /** A name; the only seat of this device is "You". */
  name(seat: number): string {
    if (!this.shared && this.seats.includes(seat)) return t("you");
    const chair = this.view?.chairs[seat];
    return chair ? chairName(chair) : "";
  }

  // Taps

  /** A tap on a die: it joins what is chosen, with its group where it scores only so, or leaves it. */
  tapDie(number: number): void {
    if (!this.rules || !this.open || this.game?.step !== "keep") return;
    const choice = tap(this.rules, this.scene.loose, this.chosen, number);
    this.chosen = choice.chosen;
    if (!choice.scored) this.say(this.reason(number));
    else this.notice = "";
    playSound("tick");
  }

  takeBest(): void {
    if (!this.rules || !this.open || this.game?.step !== "keep") return;
    this.chosen = best(this.rules, this.scene.loose);
    playSound("tick");
  }

  /** Whether this table allows hints. */
  get advised(): boolean {
    return this.view?.options.advice ?? false;
  }

  /** The best choice, chosen and said: by the odds of this turn at once, then by what the coach knows of the game. */
  hint(): void {
    const game = this.game;
    if (!this.rules || !this.open || !game) return;
    if (!this.advised) {
      this.say(t("hint.off"));
      return;
    }
    const advice = advise(this.rules, game, this.scene.loose);
    if (advice) this.#suggest(advice);
    else this.say(t(game.step === "roll" ? "hint.roll" : "hint.none"));
    if (game.step === "keep" || game.step === "decide") void this.#askCoach(game);
  }

  async #askCoach(asked: View): Promise<void> {
    const who = this.#people(asked.mover);
    try {
      if (!who) throw new Error("nobody to ask for");
      const found = await coachAdvice(who, this.match);
      const now = this.game;
      const option = found.options[0];
      const same = now?.turn === asked.turn && now.turn_total === asked.turn_total && now.faces.join() === asked.faces.join();
      if (!same || !option || (option.action !== "roll" && option.action !== "bank") || found.source.kind === "turn") return;
      const keep = [...(option.keep ?? "")].map(Number);
      this.#suggest({ keep, then: option.action, value: option.value, unit: found.unit });
    } catch {
      // The record says that somebody looked, also where the coach had no time.
      void this.#lineOf(asked.mover).do({ type: "Play", command: { type: "UseAdvice", seat: asked.mover } });
    }
  }

  #suggest(advice: Advice): void {
    if (advice.keep.length) this.chosen = withFaces(this.scene.loose, advice.keep);
    const values = {
      dice: this.toRoll.length,
      faces: advice.keep.join(", "),
      value: advice.unit === "win" ? percent(advice.value) : number(Math.round(advice.value)),
    };
    const what = advice.then === "bank" ? t("hint.bank", values) : t("hint.roll_on", values);
    const keep = advice.keep.length ? `${t("hint.keep", values)} ` : "";
    this.say(`${keep}${what} ${t(advice.unit === "win" ? "hint.win" : "hint.points", values)}`, 12_000);
  }

  /** Who of this device sits on a seat. */
  #people(seat: number): Person | undefined {
    const id = this.#lines.find((one) => one.seat === seat)?.person;
    const me = person();
    return [...(me ? [me] : []), ...guests(this.match)].find((one) => one.id === id);
  }

  /** Why a die does not count now. */
  reason(number: number): string {
    const die = this.scene.loose.find((one) => one.number === number);
    if (!die || !this.rules) return "";
    const alike = this.scene.loose.filter((one) => one.face === die.face).length;
    const triple = this.rules.scoring.triples[die.face - 1] ?? 0;
    if (alike === 2 && triple) return t("reason.pair", { face: die.face });
    return alike === 1 && triple ? t("reason.one", { face: die.face }) : t("reason.none", { face: die.face });
  }

  scores(number: number): boolean {
    return !!this.rules && canScore(this.rules, this.scene.loose, number);
  }

  roll(): void {
    if (!this.mayRoll || !this.game) return;
    const seat = this.game.mover;
    const keeping = this.game.step === "keep";
    const command: GameCommand = keeping
      ? { type: "Keep", seat, dice: [...this.chosen], then: "roll" }
      : { type: "Roll", seat };
    // The dice move before the answer comes; what is set aside and what it gives is known already.
    const air = this.toRoll;
    if (keeping) this.#setAside();
    this.scene = { ...this.scene, air, loose: this.#inAir(air) };
    playSound("shake");
    void this.#ask(command);
  }

  /** Whether a bank now would put nothing onto the sheet. */
  get bankHarms(): boolean {
    const game = this.game;
    const seat = game?.seats[game.mover];
    if (!game || !seat || !this.rules) return false;
    const below = !seat.opened && this.wouldBe < this.rules.opening;
    const beyond = this.rules.reach === "exactly" && !!this.rules.target && seat.total + this.wouldBe > this.rules.target;
    return below || (beyond && game.phase !== "play_off");
  }

  #warned = "";

  bank(): void {
    if (!this.open || this.bankFault || !this.game) return;
    // Only certain harm is asked about, once for each total.
    const warning = `${this.game.turn} ${this.wouldBe}`;
    if (this.bankHarms && this.#warned !== warning) {
      this.#warned = warning;
      this.say(t("dock.bank_harms"));
      return;
    }
    const seat = this.game.mover;
    const keeping = this.game.step === "keep";
    const command: GameCommand = keeping
      ? { type: "Keep", seat, dice: [...this.chosen], then: "bank" }
      : { type: "Bank", seat };
    if (keeping) this.#setAside();
    void this.#ask(command);
  }

  /** A command of the game from the seat whose turn it is: cards come this way too. */
  async command(command: GameCommand): Promise<Answer> {
    return this.#ask(command);
  }

  /** A command to the table, from one of the seats of this device. */
  async tell(command: Do["command"], seat = this.seats[0] ?? -1): Promise<Answer> {
    const answer = await this.#lineOf(seat).do(command);
    if (answer.type === "Refused") this.say(this.#refused(answer));
    return answer;
  }

  skip(): void {
    this.fast = true;
    this.#wake?.();
  }

  /** A tap that ends the moment on show. */
  hurry(): void {
    this.#wake?.();
  }

  say(text: string, milliseconds = 4000): void {
    this.notice = text;
    if (text) announce(text);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), milliseconds);
  }

  #lineOf(seat: number): Line {
    return this.#lines.find((one) => one.seat === seat)?.line ?? this.#front;
  }

  async #ask(command: GameCommand): Promise<Answer> {
    this.asking = true;
    this.#until = Infinity;
    const seat = "seat" in command ? (command.seat ?? -1) : -1;
    const answer = await this.#lineOf(seat).do({ type: "Play", command }, this.#front.sequence);
    if (answer.type === "Accepted") {
      // The answer comes before the news: until they are here the old view would allow the same move again.
      this.#until = answer.seq;
      if (this.#front.sequence >= answer.seq) this.asking = false;
    } else {
      this.asking = false;
      this.#settle();
      if (answer.code !== "stale") this.say(this.#refused(answer));
    }
    return answer;
  }

  #refused(answer: Refused): string {
    const { card } = answer.values;
    return toldWords(answer, { name: typeof card === "string" ? cardOf(this.rules, card).name : undefined });
  }

  #setAside(): void {
    const kept = this.scene.loose.filter((die) => this.chosen.includes(die.number));
    const points = this.selection ?? 0;
    const row = { dice: kept.map((die) => die.number), faces: kept.map((die) => die.face), points };
    this.scene = {
      ...this.scene,
      rows: [...this.scene.rows, row],
      loose: this.scene.loose.filter((die) => !this.chosen.includes(die.number)),
      turnTotal: this.scene.turnTotal + points,
    };
    this.chosen = [];
  }

  #inAir(numbers: number[]): SceneDie[] {
    this.#throws++;
    return numbers.map((number) => {
      const before = this.scene.loose.find((die) => die.number === number);
      return { number, face: before?.face ?? ((number - 1) % 6) + 1, throws: this.#throws };
    });
  }

  // What comes from the server

  #hear(heard: Heard): void {
    if (this.#front.sequence >= this.#until) this.asking = false;
    noteSeal(this.match, heard.view.commitment);
    // Another kind of game has a screen of its own; in the waiting room all are alike.
    if (heard.view.kind === "munchkin") {
      this.view = { ...heard.view, game: null };
      return;
    }
    if (!this.rules || this.rules.reference !== heard.view.rules) void this.#learnRules(heard.view.rules);
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

  async #learnRules(reference: string): Promise<void> {
    try {
      this.rules = await rulesOf(reference);
      this.#settle();
    } catch {
      this.say(t("connection.rules"));
    }
  }

  /** Everything at once, without a show: after a reload, or a long absence. */
  #catchUp(heard: Heard): void {
    if (heard.first) this.story = newStory();
    for (const news of heard.news) for (const event of news.events ?? []) this.story = tell(this.story, event);
    this.view = heard.view;
    this.#settle();
    this.#turnKnown(false);
  }

  /** Show exactly what the view says. */
  #settle(): void {
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
    if (!this.asking) {
      const chosen = this.chosen;
      this.#keepFaces();
      this.chosen = chosen.filter((number) => this.scene.loose.some((die) => die.number === number));
    }
    this.#turnKnown(true);
  }

  /** Bring the scene in line with the view without throwing dice again. */
  #keepFaces(): void {
    const throws = new Map(this.scene.loose.map((die) => [die.number, die.throws]));
    this.#settle();
    this.scene = {
      ...this.scene,
      loose: this.scene.loose.map((die) => ({ ...die, throws: throws.get(die.number) ?? die.throws })),
    };
  }

  #lastTurn = -1;

  /** Whose turn it is, said once. */
  #turnKnown(aloud: boolean): void {
    const game = this.game;
    if (!game || !this.playing) return;
    const turn = game.turn * 100 + game.mover + (game.phase === "roll_off" ? 0.5 : 0);
    if (turn === this.#lastTurn) return;
    this.#lastTurn = turn;
    if (this.seats.includes(game.mover)) {
      this.fast = false;
      if (this.shared) {
        announce(t("say.pass", { name: this.name(game.mover) }));
      } else {
        interrupt(t("say.your_turn"));
        if (aloud) playSound("turn");
      }
    }
  }

  #hold(milliseconds: number): Promise<void> {
    const own = this.seats.includes(this.scene.mover);
    let wait = milliseconds * settings.pace;
    if (this.fast && !own) wait = 0;
    else if (motionless()) wait = Math.min(wait, settings.still ? 200 : wait / 3);
    else if (this.#queue.length > 12) wait /= 2;
    if (wait <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, wait);
      const table = this;
      function done(): void {
        clearTimeout(timer);
        table.#wake = undefined;
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
    const said = sentence(event, this);
    const others = !this.seats.includes(this.scene.mover);
    switch (event.type) {
      case "TurnBegan":
        this.scene = { ...this.scene, mover: event.seat, loose: [], rows: [], turnTotal: 0, air: [], moment: null };
        if (this.shared && this.seats.includes(event.seat)) {
          this.scene = { ...this.scene, moment: { kind: "turn", text: t("say.turn", { name: this.name(event.seat) }) } };
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
        playSound(event.winners.some((seat) => this.seats.includes(seat)) ? "hot" : "turn");
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
    const name = seat === null ? "" : this.seats.includes(seat) && !this.shared ? t("you") : (chair?.name ?? "");
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
        if (seat !== null && this.seats.includes(seat)) return;
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
          const line = sentence(event, this);
          if (line) this.log = [...this.log.slice(-299), { seq: news.seq, text: line, seat: "seat" in event ? event.seat : null, chat: false }];
        }
        return;
      default:
        return;
    }
    this.log = [...this.log.slice(-299), { seq: news.seq, text: chat ? text : text, seat, chat }];
    if (!quiet) announce(chat ? `${name}: ${text}` : text);
  }
}
