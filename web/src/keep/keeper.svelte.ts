// One score sheet under the hands of its keeper: taps, undo, and a mirror on the server where others look on.

import { best, canScore, Taps, type Die } from "../game/choosing";
import { options, optionFor, type Option } from "../game/scoring";
import { randomHex, Refusal, writeBoard } from "../net/api";
import type { CompiledRules } from "../net/messages";
import { boardText } from "./board";
import { keptBy, type Kept, type Op } from "./ops";
import { saveBook, type Book } from "./shelf";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;

export class Keeper {
  book: Book = $state.raw({} as Book);
  chosen: number[] = $state.raw([]);
  /** "" while nobody looks on, else whether the mirror has everything. */
  mirror: "" | "sent" | "waiting" | "refused" = $state("");
  readonly rules: CompiledRules;
  #sending = false;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(book: Book, rules: CompiledRules) {
    this.book = book;
    this.rules = rules;
    addEventListener("online", this.#online);
    if (book.key) void this.#send();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
  }

  kept: Kept = $derived.by(() => keptBy(this.rules, this.book.names, this.book.starter, this.book.ops));

  /** The roll that lies there, as dice. */
  loose: Die[] = $derived(this.kept.turn.loose.map((face, index) => ({ number: index + 1, face })));

  get chosenFaces(): number[] {
    return this.loose.filter((die) => this.chosen.includes(die.number)).map((die) => die.face);
  }

  get selection(): number | null {
    if (!this.chosen.length) return null;
    return optionFor(this.rules, this.kept.turn.loose, this.chosenFaces)?.points ?? null;
  }

  /** The best keeps of the roll, a few. */
  get bestKeeps(): Option[] {
    return this.loose.length ? options(this.rules, this.kept.turn.loose).slice(0, 4) : [];
  }

  get dead(): boolean {
    return this.loose.length === this.kept.turn.hand && !options(this.rules, this.kept.turn.loose).length;
  }

  scores(number: number): boolean {
    return canScore(this.rules, this.loose, number);
  }

  readonly #taps = new Taps();

  tapDie(number: number): void {
    this.chosen = this.#taps.tap(this.rules, this.loose, this.chosen, number).chosen;
  }

  choose(option: Option): void {
    const wanted = [...option.keep];
    this.chosen = this.loose.flatMap((die) => {
      const index = wanted.indexOf(die.face);
      if (index < 0) return [];
      wanted.splice(index, 1);
      return [die.number];
    });
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
