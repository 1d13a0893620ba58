// The line to the table: it comes back by itself. The screen knows every fact from the first, so that it can tell the turn.

import type { Do, FromServer, News, TableView } from "../net/messages";

export interface Room {
  match: string;
  token: string;
  word: string;
}

export interface Ears {
  heard(view: TableView, news: News[], first: boolean): void;
  chose(dice: number[]): void;
  lost(gone: boolean): void;
  there(): void;
  refused(text: string): void;
}

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 4000;

/** So many random bytes in hex digits. */
function randomHex(bytes: number): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  let text = "";
  for (let index = 0; index < bytes; index++) text += ("0" + (found[index] as number).toString(16)).slice(-2);
  return text;
}

export class Line {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private sequence = 0;
  private closed = false;

  constructor(
    private room: Room,
    private ears: Ears,
  ) {
    this.connect();
  }

  do(command: Do["command"]): void {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: "Do", id: randomHex(16), command, expected: null }));
    }
  }

  close(): void {
    this.closed = true;
    if (this.socket) this.socket.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "Hello", match: this.room.match, token: this.room.token, since: 0, protocol: 1 }));
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      if (event.code === 4003 || event.code === 4004) {
        this.ears.lost(true);
        return;
      }
      this.ears.lost(false);
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    };
  }

  private hear(message: FromServer): void {
    if (this.closed) return;
    if (message.type === "Welcome") {
      this.pause = FIRST_PAUSE;
      this.sequence = message.seq;
      this.ears.there();
      this.ears.heard(message.view, message.news, true);
    } else if (message.type === "Update") {
      const first = message.news[0];
      if (first && first.seq !== this.sequence + 1) {
        if (this.socket) this.socket.close(); // something is missing: come back and hear it all
        return;
      }
      this.sequence = message.seq;
      this.ears.heard(message.view, message.news, false);
    } else if (message.type === "ChoiceShown") {
      this.ears.chose(message.dice);
    } else if (message.type === "Refused" && message.code !== "no_change") {
      this.ears.refused(message.text);
    }
  }
}

/** Ask the server; `then` hears the answer, null where it is not there, and the status. */
export function ask<T>(method: string, path: string, body: unknown, key: string, then: (answer: T | null, status: number) => void): void {
  const request = new XMLHttpRequest();
  request.open(method, path);
  if (body !== undefined) request.setRequestHeader("content-type", "application/json");
  if (key) request.setRequestHeader("authorization", `Bearer ${key}`);
  request.onload = () => {
    let answer: T | null = null;
    try {
      answer = JSON.parse(request.responseText) as T;
    } catch {
      answer = null;
    }
    then(request.status < 300 ? answer : null, request.status);
  };
  request.onerror = () => then(null, 0);
  request.send(body === undefined ? null : JSON.stringify(body));
}
