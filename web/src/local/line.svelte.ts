// The line to a game of this device: as that to a server's table, but nothing lies between.

import type { Command } from "../core/game/commands";
import { dayGame } from "../club/ids";
import type { Talk, Answer, Heard } from "../net/line.svelte";
import type { Do } from "../net/messages";
import { t } from "../words/words.svelte";
import type { Authority } from "./authority";
import { loadGame } from "./games";

export class LocalLine implements Talk {
  state: "coming" | "there" | "gone" = $state("coming");
  reason = $state("");
  lostAt = $state(0);
  waiting = $state(0);
  #game: Authority | null = null;
  #opened: Promise<void>;
  #stop: (() => void) | undefined;
  #closed = false;
  #release: (() => void) | undefined;

  /** `seat` is whose eyes it has; null looks on. */
  constructor(match: string, seat: number | null, heard: (heard: Heard) => void) {
    // The referee of this page comes when it is needed.
    this.#opened = import("./authority").then(async ({ authority }) => {
      if (dayGame(match)?.kind === "open" && !(await this.#alone(match))) {
        this.state = "gone";
        this.reason = "elsewhere";
        return;
      }
      const game = await authority(match);
      if (this.#closed) return;
      if (!game) {
        this.state = "gone";
        this.reason = (await loadGame(match)) ? "damaged" : "no_match";
        return;
      }
      this.#game = game;
      this.state = "there";
      heard({ news: [...game.news], view: game.view(seat), first: true, complete: true });
      this.#stop = game.listen((news) => heard({ news, view: game.view(seat), first: false, complete: true }));
    });
  }

  /** Whether no other tab plays this game: a day has one result. Browsers without locks are believed. */
  #alone(match: string): Promise<boolean> {
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      void locks.request(`hotdice.${match}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        if (lock && !this.#closed) return new Promise<void>((release) => (this.#release = release));
      });
    });
  }

  get sequence(): number {
    return this.#game?.sequence ?? 0;
  }

  async do(command: Do["command"]): Promise<Answer> {
    await this.#opened;
    const game = this.#game;
    const id = "";
    const refused = (code: string, says: string, values = {}): Answer => ({
      type: "Refused",
      id,
      code,
      text: says,
      seq: this.sequence,
      says,
      values,
    });
    if (!game) return refused("no_match", "");
    if (command.type === "Begin") return { type: "Accepted", id, seq: this.sequence };
    if (command.type !== "Play") return refused("no_server", t("here.alone"));
    const move = command.command as Command;
    const refusal = game.do("seat" in move ? (move.seat ?? 0) : 0, move);
    if (refusal) return refused(refusal.code, refusal.says, refusal.data);
    return { type: "Accepted", id, seq: this.sequence };
  }

  retry = (): void => undefined;

  close(): void {
    this.#closed = true;
    this.state = "gone";
    this.#stop?.();
    this.#release?.();
  }
}
