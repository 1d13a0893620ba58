// One table as this device uses it: whose turn it is, what may be done, the player's moves. Taps are answered at
// once: they change what is chosen, never the game. What is on show of it is the stage's.

import { advise, type Advice } from "../game/advice";
import { best, canScore, Taps, withFaces } from "../game/choosing";
import { noteSeal } from "../fair/noted";
import type { Story } from "../game/story";
import { farkleChance, optionFor } from "../game/scoring";
import { coachAdvice, guests, person, tokens, type Person } from "../net/api";
import { Line, type Answer, type Heard } from "../net/line.svelte";
import type { Advice as CoachAdvice, CompiledRules, Do, GameCommand, Refused, TableView, View } from "../net/messages";
import { announce } from "../parts/announcing.svelte";
import { rulesOf } from "../sheets.svelte";
import { remember } from "../storage";
import type { Aim } from "../cards/aim.svelte";
import { cardOf } from "../cards/cards";
import { toldWords } from "../words/said.svelte";
import { number, percent, t } from "../words/words.svelte";
import { chairName } from "../game/naming";
import { foreseen, type Opening } from "./opening";
import { play as playSound } from "./sounds";
import { Stage, type Scene } from "./stage.svelte";

/** A line to the table, the seat it speaks for, and who sits there. */
interface Place {
  line: Line;
  seat: number | null;
  person: string;
}

/** What tells a moment of a game from the others. */
function momentOf(game: View): string {
  return [game.turn, game.turn_total, game.step, ...game.faces].join();
}

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
  #lines: Place[] = [];
  #front: Line;
  readonly #stage = new Stage(this);
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #until = Infinity;
  /** Ends the wait for a game that is shown before it has begun. */
  #begin: (() => void) | undefined;
  #begun: Promise<void> = Promise.resolve();

  constructor(match: string, opening?: Opening) {
    this.match = opening ? "" : match;
    const mine = opening ? [["", ""] as const] : Object.entries(tokens(match));
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
        opening?.seated ?? { match, token },
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
    if (opening) this.#foresee(opening, this.#lines[0] as Place);
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

  close(): void {
    for (const { line } of this.#lines) line.close();
    this.#stage.close();
  }

  // What is so

  get line(): Line {
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

  get log(): Stage["log"] {
    return this.#stage.log;
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
    return seat !== null && !this.asking && (!!this.#begin || !this.#lineOf(seat).waiting) && !this.handing;
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

  readonly #taps = new Taps();

  /** A tap on a die: it joins what is chosen, with its group where it scores only so, or leaves it. */
  tapDie(number: number): void {
    if (this.aiming) {
      this.aiming.tapDie(number);
      return;
    }
    if (!this.rules || !this.open || this.game?.step !== "keep") return;
    const choice = this.#taps.tap(this.rules, this.scene.loose, this.chosen, number);
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

  /** What the coach said, and the moment that it was about. */
  #coached: { moment: string; advice: CoachAdvice } | null = $state.raw(null);
  /** Whether somebody looks at all choices. */
  advising = $state(false);

  /** What the coach says to this very moment, once it was asked. */
  get advice(): CoachAdvice | null {
    return this.game && this.#coached?.moment === momentOf(this.game) ? this.#coached.advice : null;
  }

  /** The best choice, chosen and said: by the odds of this turn at once, then by what the coach knows of the game. */
  hint(): void {
    const game = this.game;
    if (!this.rules || !this.open || !game) return;
    if (!this.advised) {
      this.say(t("hint.off"));
      return;
    }
    if (this.advice) {
      this.advising = true;
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
      const option = found.options[0];
      if (!this.game || momentOf(this.game) !== momentOf(asked)) return;
      this.#coached = { moment: momentOf(asked), advice: found };
      if (!option || (option.action !== "roll" && option.action !== "bank") || found.source.kind === "turn") return;
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
    if (keeping) this.#stage.setAside(this.selection ?? 0);
    this.#stage.throwUp(air);
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
    if (keeping) this.#stage.setAside(this.selection ?? 0);
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

  #lineOf(seat: number): Line {
    return this.#lines.find((one) => one.seat === seat)?.line ?? this.#front;
  }

  async #ask(command: GameCommand): Promise<Answer> {
    this.asking = true;
    this.#until = Infinity;
    const seat = "seat" in command ? (command.seat ?? -1) : -1;
    await this.#begun;
    const answer = await this.#lineOf(seat).do({ type: "Play", command }, this.#front.sequence);
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

  async #learnRules(reference: string): Promise<void> {
    try {
      this.rules = await rulesOf(reference);
      this.#stage.settle();
    } catch {
      this.say(t("connection.rules"));
    }
  }
}
