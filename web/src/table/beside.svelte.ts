// What happens at a table beside the game: what people say, reactions that float over the felt, who comes and goes.

import type { News, TableView } from "../net/messages";
import { announce } from "../parts/announcing.svelte";
import { t } from "../words/words.svelte";
import { reaction } from "./reactions";
import { FLOAT, MOST_FLOATING, type Floating } from "./scene";
import { play } from "./sounds";

/** A line of what happened: some are what people said, some end a turn. */
export interface LogLine {
  seq: number;
  text: string;
  seat: number | null;
  chat: boolean;
  ends?: boolean;
}

/** How long a message stands above the table. */
const TOAST = 4000;

/** Who listens: the seats of this device, several where people share it. */
interface Listener {
  readonly seats: readonly number[];
  readonly shared: boolean;
  name(seat: number): string;
}

export class Beside {
  /** Reactions on show, the newest last. */
  floating: Floating[] = $state.raw([]);
  /** The last message of somebody else, and how many have not been read. */
  message: { seat: number; text: string } | null = $state.raw(null);
  unread = $state(0);

  #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Somebody has looked at what was said. */
  read(): void {
    this.unread = 0;
    this.message = null;
  }

  /** Show one piece of news, and tell it; the line for what happened, or nothing. `quiet` is what was known before. */
  note(news: News, view: TableView | null, quiet: boolean): LogLine | null {
    const seat = news.seat ?? null;
    const own = seat !== null && this.#listener.seats.includes(seat);
    const name = seat === null ? "" : own && !this.#listener.shared ? t("you") : (view?.chairs[seat]?.name ?? "");
    const chat = news.what === "Said" || news.what === "Reacted";
    const text = this.#text(news, name, own);
    if (!text) return null;
    if (!quiet && seat !== null) {
      if (news.what === "Said" && !own) this.#toast(seat, text);
      else if (news.what === "Reacted") this.#float({ id: news.seq, seat, text });
    }
    if (!quiet) announce(chat ? `${name}: ${text}` : text);
    return { seq: news.seq, text, seat, chat };
  }

  #text(news: News, name: string, own: boolean): string {
    switch (news.what) {
      case "Said":
        return news.text ?? "";
      case "Reacted":
        return reaction(news.text ?? "");
      case "SeatTaken":
        return own ? "" : t("news.seat_taken", { name: news.name || name });
      case "StandInSeated":
        return t("news.stand_in", { name });
      case "TurnSkipped":
      case "PlayerReplaced":
        return t(news.what === "TurnSkipped" ? "news.skipped" : "news.replaced", { name, by: this.#listener.name(news.by ?? 0) });
      case "PlayerLeft":
        return t("news.left", { name });
      case "PlayerBack":
        return t("news.back", { name });
      default:
        return "";
    }
  }

  #toast(seat: number, text: string): void {
    const message = { seat, text };
    this.message = message;
    this.unread++;
    setTimeout(() => this.message === message && (this.message = null), TOAST);
  }

  #float(one: Floating): void {
    this.floating = [...this.floating.slice(1 - MOST_FLOATING), one];
    play("pop");
    setTimeout(() => (this.floating = this.floating.filter((other) => other !== one)), FLOAT);
  }
}
