// One score sheet under the hands of its keeper: taps, undo, and a mirror on the server where others look on.

import { bankOffer, keepOffers, type BankOffer, type KeepOffer } from "../core/game/offers";
import { lowestDice } from "../core/game/choices";
import { diceToRoll, weightsOf, type State } from "../core/game/state";
import { afterKeep, can, neededToBank, verify } from "../core/game/verifying";
import { compiled } from "../core/rules/compiled";
import { digits } from "../core/rules/combinations";
import { JOKER, type Ruleset } from "../core/rules/ruleset";
import { farkleChance } from "../core/odds/rolls";
import { best, canScore, Taps, withFaces, type Die } from "../game/choosing";
import { randomHex, Refusal, writeBoard } from "../net/api";
import type { CompiledRules } from "../net/messages";
import { boardText } from "./board";
import { keptBy, type Kept, type Op } from "./ops";
import { recordText } from "./record";
import { saveBook, type Book } from "./shelf";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

export class Keeper {
  book: Book = $state.raw({} as Book);
  chosen: number[] = $state.raw([]);
  /** "" while nobody looks on, else whether the mirror has everything. */
  mirror: "" | "sent" | "waiting" | "refused" = $state("");
  /** The sheet as screens show it, and as the referee plays it. */
  readonly rules: CompiledRules;
  readonly #rules: Ruleset;
  #sending = false;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(book: Book, rules: Ruleset) {
    this.book = book;
    this.#rules = rules;
    this.rules = compiled(rules) as CompiledRules;
    addEventListener("online", this.#online);
    if (book.key) void this.#send();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
  }

  kept: Kept = $derived.by(() => keptBy(this.#rules, this.book.names, this.book.starter, this.book.ops, this.book.bags));

  /** The roll that lies there, as dice. */
  loose: Die[] = $derived(this.kept.turn.loose.map((face, index) => ({ number: index + 1, face })));

  get chosenFaces(): number[] {
    return this.loose.filter((die) => this.chosen.includes(die.number)).map((die) => die.face);
  }

  /** Whether every die of a roll must be told: some roll decides the game by lying there. */
  get wantsAllDice(): boolean {
    const { instant_win, instant_loss } = this.#rules;
    return instant_win.length + instant_loss.length > 0;
  }

  /** Whether dice of the roll are still to be told before anything is set aside. */
  get incomplete(): boolean {
    return this.wantsAllDice && this.loose.length > 0 && this.loose.length < this.kept.turn.hand;
  }

  /** Every keep of the roll, best first, with what follows it. */
  #keeps: KeepOffer[] = $derived(this.incomplete ? [] : keepOffers(this.kept.state));

  /** What the mover may take over from the player before: points and dice. */
  get offer(): { points: number; n: number } | null {
    const { state } = this.kept;
    if (this.loose.length || !can(state, { type: "TakeOver", seat: state.mover })) return null;
    return { points: state.offer, n: state.offered.length };
  }

  /** What the referee says of the dice that are chosen. */
  get keeping(): KeepOffer | undefined {
    return this.chosen.length ? this.#keeps.find((one) => one.faces === digits(this.chosenFaces)) : undefined;
  }

  get selection(): number | null {
    return this.keeping?.points ?? null;
  }

  /** What a bank would do now, with what is chosen. */
  get banking(): BankOffer | null {
    return this.loose.length ? (this.keeping?.bank ?? null) : bankOffer(this.kept.state);
  }

  /** How many dice the next throw has, and how likely it scores nothing. */
  get toRoll(): number {
    return this.keeping?.rolls ?? this.kept.turn.hand;
  }

  get danger(): number {
    const { state } = this.kept;
    const kept: State = this.keeping ? (afterKeep(state, lowestDice(state, this.keeping.faces))?.state ?? state) : state;
    return farkleChance(this.#rules, weightsOf(state), [...diceToRoll(kept)]);
  }

  /** What a die of the mover may show. */
  get faces(): readonly (1 | 2 | 3 | 4 | 5 | 6 | 7)[] {
    const jokers = weightsOf(this.kept.state).some((row) => (row[JOKER - 1] ?? 0) > 0);
    return jokers ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5, 6];
  }

  /** The best keeps of the roll, a few. */
  get bestKeeps(): KeepOffer[] {
    return this.#keeps.slice(0, 4);
  }

  get dead(): boolean {
    return this.loose.length === this.kept.turn.hand && !this.#keeps.length;
  }

  /** The smallest turn with which the mover may stop. */
  get needed(): number {
    return this.kept.sheet.phase === "over" ? 0 : neededToBank(this.kept.state);
  }

  /** Why a whole turn with these points does not go by the sheet: the referee's code, "" where it does. */
  doubt(points: number): string {
    const { state } = this.kept;
    const { mover: seat } = state;
    return verify({ ...state, step: "roll" }, { type: "EnterTurn", seat, points })?.code ?? "";
  }

  /** Whether somebody may still sit down. */
  get mayJoin(): boolean {
    return verify(this.kept.state, { type: "TakeSeat", total: 0, opened: false }) === null;
  }

  /** The record of the game so far. */
  get record(): string {
    return recordText(this.book, this.#rules, this.kept);
  }

  /** The same with other names for the seats. */
  recordOf(names: string[]): string {
    return recordText(this.book, this.#rules, this.kept, names);
  }

  scores(number: number): boolean {
    return canScore(this.rules, this.loose, number);
  }

  readonly #taps = new Taps();

  tapDie(number: number): void {
    this.chosen = this.#taps.tap(this.rules, this.loose, this.chosen, number).chosen;
  }

  choose(keep: KeepOffer): void {
    this.chosen = withFaces(this.loose, keep.faces);
  }

  takeBest(): void {
    this.chosen = best(this.rules, this.loose);
  }

  face(face: number): void {
    if (this.kept.sheet.phase === "over" || this.loose.length >= this.kept.turn.hand) return;
    this.do({ type: "face", face });
  }

  rollOn(): void {
    if (this.selection !== null) this.do({ type: "keep", faces: this.chosenFaces });
  }

  takeOver(): void {
    if (this.offer) this.do({ type: "take" });
  }

  bank(): void {
    this.do({ type: "bank", faces: this.selection === null ? [] : this.chosenFaces });
  }

  do(op: Op): void {
    this.chosen = [];
    this.#change({ ops: [...this.book.ops, op], undone: [] });
  }

  undo(): void {
    const last = this.book.ops.at(-1);
    if (!last) return;
    this.chosen = [];
    this.#change({ ops: this.book.ops.slice(0, -1), undone: [last, ...this.book.undone] });
  }

  redo(): void {
    const [again, ...rest] = this.book.undone;
    if (!again) return;
    this.chosen = [];
    this.#change({ ops: [...this.book.ops, again], undone: rest });
  }

  /** Let others look on; works without a network, too: the mirror is filled when it returns. */
  show(): void {
    if (!this.book.key) this.#change({ key: randomHex(24) });
  }

  #change(change: Partial<Book>): void {
    this.book = { ...this.book, ...change, version: this.book.version + 1, updated: Date.now() };
    this.book = { ...this.book, over: this.kept.sheet.phase === "over" };
    saveBook(this.book);
    if (this.book.key) void this.#send();
  }

  #online = (): void => {
    this.#pause = FIRST_PAUSE;
    if (this.book.key) void this.#send();
  };

  /** Send the latest version until it has arrived. Versions in between need not travel. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.book.sent >= this.book.version) {
      this.mirror = "sent";
      return;
    }
    this.mirror ||= "sent";
    if (this.#sending) return;
    this.#sending = true;
    const { id, key, version, rules, title } = this.book;
    try {
      const answer = await writeBoard(id, { key, version, body: boardText(rules, title, this.kept) });
      this.#pause = FIRST_PAUSE;
      this.book = { ...this.book, sent: Math.max(this.book.sent, version), version: Math.max(this.book.version, answer.version) };
      saveBook(this.book);
      this.mirror = "sent";
    } catch (error) {
      const refused = error instanceof Refusal && (error.status === 403 || error.status === 400);
      this.mirror = refused ? "refused" : "waiting";
      this.#sending = false;
      if (!refused && !this.#closed) {
        this.#timer = setTimeout(() => void this.#send(), this.#pause);
        this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
      }
      return;
    }
    this.#sending = false;
    if (this.book.sent < this.book.version && !this.#closed) void this.#send();
  }
}
