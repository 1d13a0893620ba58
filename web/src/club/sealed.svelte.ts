// The line to the own game of a sealed day: every move goes to the server, which throws the dice; the page folds what
// it hears by its own referee, so that the table is the same as everywhere.

import type { Command } from "../core/game/commands";
import type { Event } from "../core/game/events";
import type { Authority } from "../local/authority";
import { saveGame } from "../local/games";
import { dayMove, Refusal } from "../net/api";
import type { Answer, Heard, Talk } from "../net/line.svelte";
import type { Do, OwnDay } from "../net/messages";
import { as } from "../people.svelte";

/** The referee of this page and the copy that it keeps come when they are needed. */
const parts = (): Promise<[typeof import("./day"), typeof import("../local/authority")]> => Promise.all([import("./day"), import("../local/authority")]);
const AGAIN = 2000;

export class SealedLine implements Talk {
  state: "coming" | "there" | "gone" = $state("coming");
  reason = $state("");
  lostAt = $state(0);
  waiting = $state(0);
  #events: Event[] = [];
  #game: Authority | null = null;
  #told = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #day: string;
  readonly #heard: (heard: Heard) => void;

  constructor(day: string, heard: (heard: Heard) => void) {
    this.#day = day;
    this.#heard = heard;
    void this.#come();
  }

  get sequence(): number {
    return this.#told;
  }

  /** Hear the whole game: at the beginning, and when it has gone on elsewhere. */
  async #come(): Promise<void> {
    try {
      const [{ ownDay }] = await parts();
      const own = await ownDay(this.#day);
      this.#events = [];
      await this.#take(own);
    } catch (error) {
      if (this.#closed) return;
      if (error instanceof Refusal && error.status) {
        this.state = "gone";
        this.reason = error.code === "not_today" ? "no_match" : error.code;
        return;
      }
      if (this.state !== "coming" || !this.lostAt) this.lostAt = Date.now();
      this.state = "coming";
      this.#timer = setTimeout(() => void this.#come(), AGAIN);
    }
  }

  async #take(own: OwnDay): Promise<void> {
    const [{ sealedCopy }, { Authority }] = await parts();
    if (this.#closed) return;
    const first = this.#game === null;
    this.#events = [...this.#events, ...(own.events as unknown as Event[])];
    const copy = sealedCopy(this.#day, this.#events);
    copy.over = own.over;
    if (own.over) await saveGame(copy);
    this.#game = new Authority(copy);
    const news = this.#game.news.slice(first ? 0 : this.#told);
    this.#told = this.#game.news.length;
    this.state = "there";
    this.lostAt = 0;
    this.#heard({ news, view: this.#game.view(0), first, complete: true });
  }

  async do(command: Do["command"]): Promise<Answer> {
    const refused = (code: string, says: string): Answer => ({ type: "Refused", id: "", code, text: says, seq: this.#told, says, values: {} });
    if (command.type !== "Play") return refused("no_server", "");
    this.waiting++;
    try {
      const after = this.#events.length;
      await this.#take(await as((who) => dayMove(who, this.#day, after, command.command as Command)));
      return { type: "Accepted", id: "", seq: this.#told };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // Whatever became of the move, the server knows: it is asked for the game as it is.
      if (!error.status || error.code === "stale" || error.code === "unavailable") await this.#come();
      return refused(error.code, error.message);
    } finally {
      this.waiting--;
    }
  }

  retry = (): void => {
    clearTimeout(this.#timer);
    void this.#come();
  };

  close(): void {
    this.#closed = true;
    this.state = "gone";
    clearTimeout(this.#timer);
  }
}
