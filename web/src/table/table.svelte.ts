// One table as this device uses it: whose turn it is, what may be done, the player's moves. Taps are answered at
// once: they change what is chosen, never the game. What is on show of it is the stage's.

import { digits } from "../core/rules/combinations";
import { farkleChance } from "../core/odds/rolls";
import { best, canScore, keepFor, Taps } from "../game/choosing";
import { deceived, noteSeal } from "../fair/noted";
import type { Story } from "../game/story";
import { person, type Person } from "../net/api";
import type { Answer, Heard, Talk } from "../net/line.svelte";
import { isHere, onlyHere } from "../local/games";
import type { BankOffer, CompiledRules, Do, GameCommand, GameEvent, KeepOffer, Refused, TableView, View } from "../net/messages";
import { announce } from "../parts/announcing.svelte";
import { rulesOf } from "../sheets.svelte";
import { remember } from "../storage";
import type { Aim } from "../cards/aim.svelte";
import { cardOf } from "../cards/cards";
import { toldWords } from "../words/said.svelte";
import { t } from "../words/words.svelte";
import { settings } from "../settings.svelte";
import { nameAt } from "../game/naming";
import { cupAt } from "./cups.svelte";
import { Hints, momentOf } from "./hints.svelte";
import { foreseen, type Opening } from "./opening";
import { Places, type Place } from "./places";
import { play as playSound } from "./sounds";
import { bankFault, dieFault, type BankFault } from "./reasons";
import type { Scene } from "./scene";
import { Stage } from "./stage.svelte";

/** How often a move is sent again that something else overtook. */
const MOST_TRIES = 5;

export class Table {
  rules: CompiledRules | null = $state.raw(null);
  /** A sentence for a moment: why a die does not count, why the server said no. */
  notice: string = $state("");
  announcement: string = $state("");
  /** A move of ours is on its way. */
  asking = $state(false);
  /** A card that is being aimed, or was: see `aiming`. */
  aim: Aim | null = $state.raw(null);
  /** The seat that holds the device, where several people share it. */
  holder = $state(-1);

  /** Which match it is; "" while it is being set up. */
  match: string = $state("");
  /** Whether several people share this device, and whether nobody here plays. */
  readonly shared: boolean;
  readonly watching: boolean;
  /** What each seat of this device may see; hands of cards differ. */
  views: Record<number, TableView> = $state.raw({});
  /** The seats of this device; they are known with the first word of the server. */
  seats: number[] = $state.raw([]);
  readonly #places: Places;
  readonly #front: Talk;
  readonly #stage = new Stage(this);
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #until = Infinity;
  /** Ends the wait for a game that is shown before it has begun. */
  #begin: (() => void) | undefined;
  #begun: Promise<void> = Promise.resolve();

  constructor(match: string, opening?: Opening) {
    this.match = opening ? "" : match;
    const announced = (text: string): void => {
      this.announcement = text;
      announce(text);
    };
    const hear = (heard: Heard, place: Place, first: boolean): void => {
      const { seats } = this.#places;
      if (seats.join() !== this.seats.join()) this.seats = seats;
      if (place.seat !== null) this.views = { ...this.views, [place.seat]: heard.view };
      if (first) this.#hear(heard);
    };
    this.#places = new Places(match, opening, { hear, announced });
    this.#front = this.#places.front;
    this.watching = !this.#places.players;
    this.shared = this.#places.players > 1;
    if (opening) this.#foresee(opening, this.#places.first);
  }

  /** Show the game as it will begin; what is tapped is kept until it has. */
  #foresee(opening: Opening, place: Place): void {
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
    this.rules = opening.rules;
    this.seats = [0];
    place.seat = 0;
    this.#stage.foresee(foreseen(opening));
    opening.seated.then(
      (seat) => {
        this.match = seat.match;
        place.person = person()?.id ?? "";
      },
      () => undefined, // Who asked for the table is told.
    );
  }

  #readingTold = false;
  #stopTelling: (() => void) | undefined;

  /** On this device the champion plays by the turn until its table is here, and says so. */
  async #tellOfReading(): Promise<void> {
    const { whenReading } = await import("../local/coach");
    this.#stopTelling = whenReading((file) => {
      if (file) this.say(t("here.reading"), 6000);
    });
  }

  /** Let everybody know at once when this device goes to sleep. */
  sleepy(): void {
    this.#places.sleepy();
  }

  close(): void {
    this.#stopTelling?.();
    this.#places.close();
    this.#stage.close();
  }

  // What is so

  get line(): Talk {
    return this.#front;
  }

  get view(): TableView | null {
    return this.#stage.view;
  }

  get game(): View | null {
    return this.#stage.game;
  }

  get story(): Story {
    return this.#stage.story;
  }

  get scene(): Scene {
    return this.#stage.scene;
  }

  get events(): readonly GameEvent[] {
    return this.#stage.events;
  }

  get log(): Stage["log"] {
    return this.#stage.log;
  }

  /** What people say, reactions, who comes and goes. */
  get beside(): Stage["beside"] {
    return this.#stage.beside;
  }

  get idle(): boolean {
    return this.#stage.idle;
  }

  get fast(): boolean {
    return this.#stage.fast;
  }

  get chosen(): number[] {
    return this.#stage.chosen;
  }

  set chosen(numbers: number[]) {
    this.#stage.chosen = numbers;
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
    // Where the game has not begun, what waits is its beginning.
    return seat !== null && !this.asking && (!!this.#begin || !this.#places.lineOf(seat).waiting) && !this.handing;
  }

  /** Whether the device must change hands first: only where hands of cards are secret. */
  get handing(): boolean {
    return this.shared && !!this.rules?.cards && this.myTurn !== null && this.holder !== this.myTurn;
  }

  /** The card that is being aimed now: seats and dice are chosen for it, not for the game. */
  get aiming(): Aim | null {
    return this.aim?.holds ? this.aim : null;
  }

  /** The points of what is chosen, null where it may not be set aside as it is. */
  get selection(): number | null {
    return (this.rules && keepFor(this.rules, this.scene.loose, this.chosen)?.points) ?? null;
  }

  /** The turn with what is chosen. */
  get wouldBe(): number {
    return (this.game?.turn_total ?? 0) + (this.selection ?? 0);
  }

  /** What a bank would put onto the sheet: cards in play may change it. */
  get wouldBank(): number {
    return this.banking?.records || this.banking?.turn_total || this.wouldBe;
  }

  /** The numbers of the dice that a roll would throw now. */
  get toRoll(): number[] {
    const game = this.game;
    if (!game || !this.rules) return [];
    if (game.phase === "roll_off") return [1];
    if (game.step !== "keep") return [...game.to_roll];
    const rest = game.hand.filter((die) => !this.chosen.includes(die));
    // All have scored: the referee says how many are thrown then, for a card may have taken some away.
    return rest.length ? rest : Array.from({ length: this.keeping?.rolls ?? game.turn_dice }, (_, index) => index + 1);
  }

  /** What the referee says of the dice that are chosen: what a roll or a bank after them would do. */
  get keeping(): KeepOffer | undefined {
    const faces = this.scene.loose.filter((die) => this.chosen.includes(die.number)).map((die) => die.face);
    return this.#keeps.find((one) => one.faces === digits(faces));
  }

  /** Every keep of the roll with what follows it; of several seats on one device only the mover's own is told them. */
  get #keeps(): KeepOffer[] {
    const { game } = this;
    if (!game || game.seat === game.mover) return game?.keeps ?? [];
    const own = this.views[game.mover]?.game;
    return own?.sequence === game.sequence ? own.keeps : [];
  }

  /** What a bank would do now, by the referee. */
  get banking(): BankOffer | null {
    return (this.game?.step === "keep" ? this.keeping?.bank : this.game?.bank) ?? null;
  }

  get mayRoll(): boolean {
    if (!this.open || !this.game) return false;
    return this.game.step === "roll" || this.game.step === "decide" || (this.game.step === "keep" && this.selection !== null);
  }

  /** Whether the mover may go on with what the player before has left; the bank button does it then. */
  get mayTakeOver(): boolean {
    return !!this.game?.offer && this.game.step === "roll";
  }

  /** Why banking is not possible now: "" where it is, else a reason for the button. */
  get bankFault(): BankFault {
    if (this.mayTakeOver) return "";
    return bankFault(this.game, this.selection !== null, this.banking);
  }

  get danger(): number {
    if (!this.rules || !this.toRoll.length) return 0;
    return farkleChance(this.rules, cupAt(this.view?.options.bags ?? [], this.game?.mover ?? 0, this.rules.weights), this.toRoll);
  }

  /** A name; the only seat of this device is "You". */
  name(seat: number): string {
    if (!this.shared && this.seats.includes(seat)) return t("you");
    return nameAt(this.view?.chairs ?? [], seat);
  }

  /** The whole name of a seat, and what it looks like. */
  looks(seat: number): { bot: string; face: string } {
    const chair = this.view?.chairs[seat];
    const own = !this.shared && this.seats.includes(seat);
    return { bot: chair?.bot ?? "", face: chair?.face || (own ? settings.face : "") };
  }

  /** Whether the player of a seat is there; bots always are. */
  there(seat: number): boolean {
    const chair = this.view?.chairs[seat];
    return !chair || !!chair.bot || chair.online || this.seats.includes(seat);
  }

  // Taps

  readonly #taps = new Taps();

  /** A tap on a die: it joins what is chosen, with its group where it scores only so, or leaves it. */
  tapDie(number: number): void {
    if (this.aiming) {
      this.aiming.tapDie(number);
      return;
    }
    if (this.#early()) return;
    if (!this.rules || !this.open || this.game?.step !== "keep") return;
    const choice = this.#taps.tap(this.rules, this.scene.loose, this.chosen, number);
    this.chosen = choice.chosen;
    if (!choice.scored) this.say(dieFault(this.rules, this.scene.loose, number));
    else this.notice = "";
    playSound("tick");
  }

  /** Let the television of a party show what is chosen. */
  showChosen(): void {
    if (this.myTurn !== null) this.#places.lineOf(this.myTurn).showChoice?.([...this.chosen]);
  }

  takeBest(): void {
    if (!this.rules || !this.open || this.game?.step !== "keep") return;
    this.chosen = best(this.rules, this.scene.loose);
    playSound("tick");
  }

  readonly hints = new Hints(this);

  /** The record says that a hint was looked at. */
  async noteAdvice(seat: number): Promise<void> {
    await this.#places.lineOf(seat).do({ type: "Play", command: { type: "UseAdvice", seat } });
  }

  /** Who of this device sits on a seat. */
  personAt(seat: number): Person | undefined {
    return this.#places.personAt(this.match, seat);
  }

  scores(number: number): boolean {
    return !!this.rules && canScore(this.rules, this.scene.loose, number);
  }

  /** Whether a turn of this device is still being shown: a tap ends that, and counts for nothing else. */
  #early(): boolean {
    if (this.idle || !this.ours) return false;
    this.hurry();
    return true;
  }

  roll(): void {
    if (this.#early() || !this.mayRoll || !this.game) return;
    const seat = this.game.mover;
    const keeping = this.game.step === "keep";
    const command: GameCommand = keeping
      ? { type: "Keep", seat, dice: [...this.chosen], then: "roll" }
      : { type: "Roll", seat };
    // The dice move before the answer comes; what is set aside and what it gives is known already.
    const air = this.toRoll;
    if (keeping) this.#stage.setAside(this.selection ?? 0);
    this.#stage.throwUp(air);
    playSound("shake");
    void this.#ask(command);
  }

  /** Whether a bank now would put nothing onto the sheet. */
  get bankHarms(): boolean {
    return this.banking !== null && !this.banking.code && this.banking.records === 0;
  }

  #warned = "";
  #toldOnly = false;

  bank(): void {
    if (this.#early() || !this.open || this.bankFault || !this.game) return;
    if (this.mayTakeOver) {
      void this.#ask({ type: "TakeOver", seat: this.game.mover });
      return;
    }
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
    if (keeping) this.#stage.setAside(this.selection ?? 0);
    void this.#ask(command);
  }

  /** A command of the game from the seat whose turn it is: cards come this way too. */
  async command(command: GameCommand): Promise<Answer> {
    return this.#ask(command);
  }

  /** A command to the table, from one of the seats of this device. */
  async tell(command: Do["command"], seat = this.seats[0] ?? -1): Promise<Answer> {
    const answer = await this.#places.lineOf(seat).do(command);
    if (answer.type === "Refused") this.say(this.#refused(answer));
    return answer;
  }

  skip(): void {
    this.#stage.skip();
  }

  /** A tap that ends the moment on show. */
  hurry(): void {
    this.#stage.hurry();
  }

  say(text: string, milliseconds = 4000): void {
    this.notice = text;
    if (text) announce(text);
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), milliseconds);
  }

  async #ask(command: GameCommand): Promise<Answer> {
    this.asking = true;
    this.#until = Infinity;
    const seat = "seat" in command ? (command.seat ?? -1) : -1;
    await this.#begun;
    const moment = this.game ? momentOf(this.game) : "";
    let answer = await this.#places.lineOf(seat).do({ type: "Play", command }, this.#front.sequence);
    // Somebody spoke or guessed meanwhile: the tap still means what it meant, as long as the game is where it was.
    for (let tries = 0; tries < MOST_TRIES && answer.type === "Refused" && answer.code === "stale"; tries++) {
      if (!this.game || momentOf(this.game) !== moment) break;
      answer = await this.#places.lineOf(seat).do({ type: "Play", command }, this.#front.sequence);
    }
    if (answer.type === "Accepted") {
      // The answer comes before the news: until they are here the old view would allow the same move again.
      this.#until = answer.seq;
      if (this.#front.sequence >= answer.seq) this.asking = false;
    } else {
      this.asking = false;
      this.#stage.settle();
      if (answer.code !== "stale") this.say(this.#refused(answer));
    }
    return answer;
  }

  #refused(answer: Refused): string {
    return toldWords(answer, (card) => cardOf(this.rules, card).name);
  }

  // What comes from the server

  #hear(heard: Heard): void {
    if (this.#front.sequence >= this.#until) this.asking = false;
    noteSeal(this.match, heard.view.commitment);
    if (onlyHere() && isHere(this.match) && !this.#toldOnly) {
      this.#toldOnly = true;
      this.say(t("here.only"), 10_000);
    }
    if (isHere(this.match) && !this.#readingTold && heard.view.chairs.some((chair) => chair.bot === "champion")) {
      this.#readingTold = true;
      void this.#tellOfReading();
    }
    if (heard.first || heard.news.some((news) => news.what === "GameBegun")) this.#mistrust(heard.view);
    // Another kind of game has a screen of its own; in the waiting room all are alike.
    if (heard.view.kind === "munchkin") {
      this.#stage.view = { ...heard.view, game: null };
      return;
    }
    if (!this.rules || this.rules.reference !== heard.view.rules) void this.#learnRules(heard.view.rules);
    if (!this.#begin) {
      this.#stage.hear(heard);
    } else if (heard.view.phase === "open") {
      if (heard.first) {
        remember(`begin.${heard.view.match}`, undefined);
        void this.tell({ type: "Begin" });
      }
    } else {
      this.#stage.begin(heard);
      this.#begin();
      this.#begin = undefined;
    }
  }

  /** The seeds of a game that begins are held against what this device noted before it. */
  #mistrust(view: TableView): void {
    if (!deceived(view)) return;
    this.announcement = t("fair.alarm");
    announce(this.announcement);
  }

  async #learnRules(reference: string): Promise<void> {
    try {
      this.rules = await rulesOf(reference);
      this.#stage.settle();
    } catch {
      this.say(t("connection.rules"));
    }
  }
}
