// The line to one table: it comes back by itself, misses nothing, and has each command carried out once.
//
// A command keeps its id until the server has answered it. Whenever the connection is new, what is still
// unanswered is sent again with the same id, and the server answers the repeat as it answered the first one.
// Unanswered commands are also in the tab's memory, so that a reload in the middle of one changes nothing.

import { takePart } from "../fair/noted";
import { t } from "../words/words.svelte";
import { newSeed, randomHex } from "./api";
import type { Accepted, Do, FromServer, GameCommand, News, Refused, ShowChoice, TableView } from "./messages";

export type Answer = Accepted | Refused;
type TableCommand = Do["command"];

const PROTOCOL = 1;
/** Close codes after which coming back as before would not help. */
const FINAL = new Set([4003, 4004, 4400]);
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
const SILENCE = 25_000;
/** How long a device that woke up waits for a word before it connects anew. */
const AWAKE = 800;

export interface Heard {
  news: News[];
  view: TableView;
  /** The first word after coming (back); `complete` is false where news are missing. */
  first: boolean;
  complete: boolean;
}

/** A match, and the token of a seat there; none to watch. */
export interface Place {
  match: string;
  token: string;
}

/** What a table needs of a line, be it to a server or to a game of this device. */
export interface Talk {
  readonly state: "coming" | "there" | "gone";
  readonly reason: string;
  readonly lostAt: number;
  readonly waiting: number;
  readonly sequence: number;
  /** Whether it says at once that the device goes to sleep; a line of this device itself has nobody to tell. */
  sleepy?: boolean;
  do(command: TableCommand, expected?: number | null): Promise<Answer>;
  /** Show the television of a party which dice are chosen now; who is not there misses it. */
  showChoice?(dice: number[]): void;
  retry(): void;
  close(): void;
}

interface Waiting {
  message: Do;
  resolve: (answer: Answer) => void;
}

export class Line implements Talk {
  /** "coming" until the first word of the server and after a break, "gone" for good with `reason`. */
  state: "coming" | "there" | "gone" = $state("coming");
  reason = $state("");
  /** When the connection was lost, 0 while it stands. */
  lostAt = $state(0);
  waiting = $state(0);
  /** At a party everybody sees whose phone sleeps: then the line is let go of as soon as the page is hidden. */
  sleepy = false;

  #place: Place | null = null;
  #heard: (heard: Heard) => void;
  #announced: (text: string) => void;
  #sequence = 0;
  #known = false;
  #socket: WebSocket | null = null;
  #pending = new Map<string, Waiting>();
  /** Words about the own seed that are not answered yet. */
  #sealing = 0;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** A seat that is still on its way is waited for; the connection is made meanwhile. */
  constructor(seat: Place | Promise<Place>, heard: (heard: Heard) => void, announced: (text: string) => void) {
    this.#heard = heard;
    this.#announced = announced;
    this.lostAt = Date.now();
    if (seat instanceof Promise) {
      seat.then(
        (found) => {
          this.#place = found;
          this.#greet();
        },
        () => this.close(),
      );
    } else {
      this.#place = seat;
      for (const message of this.#stored()) this.#pending.set(message.id, { message, resolve: () => undefined });
      this.waiting = this.#pending.size;
    }
    this.#connect();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.#seen);
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** Have a command carried out; its one answer, however often the connection breaks meanwhile. */
  do(command: TableCommand, expected: number | null = null): Promise<Answer> {
    const message: Do = { type: "Do", id: randomHex(16), command, expected };
    return new Promise((resolve) => {
      this.#pending.set(message.id, { message, resolve });
      this.#store();
      this.#send(message);
    });
  }

  /** A move, decided on what is known now. */
  play(command: GameCommand): Promise<Answer> {
    return this.do({ type: "Play", command }, this.#sequence);
  }

  /** Try at once instead of waiting. */
  retry = (): void => {
    if (this.state !== "coming") return;
    clearTimeout(this.#timer);
    this.#pause = FIRST_PAUSE;
    this.#connect();
  };

  close(): void {
    this.state = "gone";
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#socket?.close();
  }

  #seen = (): void => {
    if (document.visibilityState !== "visible") {
      if (this.sleepy && this.state === "there") {
        this.#lost(1001, "");
        clearTimeout(this.#timer);
      }
    } else if (this.state === "there") this.#probe();
    else this.retry();
  };

  /** A phone that slept may hold a line that is dead: ask, and do not wait long for the answer. */
  #probe(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#lost(1006, "");
      this.retry();
      return;
    }
    this.#socket.send('{"type":"Ping"}');
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#lost(1006, "");
      this.retry();
    }, AWAKE);
  }

  #connect(): void {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#listen();
      this.#hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code, event.reason);
    };
  }

  /** Say which table it is, as soon as that and the connection are there. */
  #greet(): void {
    const socket = this.#socket;
    if (!this.#place || socket?.readyState !== WebSocket.OPEN) return;
    const since = this.#known ? this.#sequence : 0;
    socket.send(JSON.stringify({ type: "Hello", match: this.#place.match, token: this.#place.token, since, protocol: PROTOCOL }));
    this.#listen();
  }

  /** Forget the socket that was, without hearing its end. */
  #drop(): void {
    const old = this.#socket;
    this.#socket = null;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  #lost(code: number, reason: string): void {
    clearTimeout(this.#silence);
    this.#drop();
    if (this.state === "gone") return;
    if (FINAL.has(code)) {
      this.state = "gone";
      this.reason = code === 4004 ? "no_match" : code === 4003 ? "not_yours" : reason;
      return;
    }
    if (this.state === "there") this.lostAt = Date.now();
    this.state = "coming";
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  /** A half-open connection says nothing: ask, and after a while without a word take it for lost. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"type":"Ping"}');
      this.#silence = setTimeout(() => this.#lost(1006, ""), SILENCE / 2);
    }, SILENCE);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "Welcome": {
        if (this.#known && message.seq < this.#sequence) {
          // The server knows less than this page: it was restored from a backup. What was seen here is gone.
          this.#announced(t("connection.restored", { n: this.#sequence - message.seq }));
          this.#known = false;
          this.#sequence = 0;
          this.#lost(1006, "");
          this.retry();
          return;
        }
        const fresh = !this.#known;
        this.#known = true;
        this.#sequence = message.seq;
        this.state = "there";
        this.lostAt = 0;
        this.#pause = FIRST_PAUSE;
        for (const { message: unanswered } of this.#pending.values()) this.#send(unanswered);
        this.#takePart(message.view);
        this.#heard({ news: message.news, view: message.view, first: fresh, complete: message.complete });
        break;
      }
      case "Update": {
        const first = message.news[0];
        if (first && first.seq !== this.#sequence + 1) {
          this.#lost(1006, "");
          this.retry();
          return;
        }
        this.#sequence = message.seq;
        this.#takePart(message.view);
        this.#heard({ news: message.news, view: message.view, first: false, complete: true });
        break;
      }
      case "Accepted":
      case "Refused": {
        // The server stops before it has looked at it: it is sent again after coming back.
        if (message.type === "Refused" && message.code === "going_away") return;
        const waiting = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        this.#store();
        waiting?.resolve(message);
        break;
      }
      case "Announcement":
        this.#announced(message.text);
        break;
      case "Pong":
        break;
    }
  }

  /** Seal a seed of this device, and open it in time: before anything that the view leads to is said. */
  #takePart(view: TableView): void {
    const token = this.#place?.token;
    if (!token || this.#sealing) return;
    for (const command of takePart(token.slice(0, 8), view, newSeed)) {
      this.#sealing++;
      void this.do(command).then(() => this.#sealing--);
    }
  }

  showChoice(dice: number[]): void {
    this.#send({ type: "ShowChoice", dice });
  }

  #send(message: Do | ShowChoice): void {
    if (this.state === "there" && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
    }
  }

  get #memory(): string {
    return `hotdice.unanswered.${this.#place?.match}.${this.#place?.token.slice(0, 8)}`;
  }

  #store(): void {
    this.waiting = this.#pending.size;
    if (!this.#place) return;
    const messages = Array.from(this.#pending.values(), (waiting) => waiting.message);
    try {
      if (messages.length) sessionStorage.setItem(this.#memory, JSON.stringify(messages));
      else sessionStorage.removeItem(this.#memory);
    } catch {
      // Without a memory a reload may forget a tap; nothing is carried out twice all the same.
    }
  }

  #stored(): Do[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.#memory) ?? "[]") as Do[];
    } catch {
      return [];
    }
  }
}
