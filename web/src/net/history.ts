// A whole game at once: everything that happened at a table, for replay and for checking the dice.

import type { FromServer, GameEvent, TableView } from "./messages";
import { isHere } from "../local/games";
import { Refusal } from "./api";

export interface History {
  view: TableView;
  events: GameEvent[];
}

const PATIENCE = 30_000;

/** Ask for all that happened at a table; a Refusal where it is not there or the server does not answer. */
export async function history(match: string): Promise<History> {
  if (isHere(match)) return (await import("../local/api")).history(match);
  return new Promise((resolve, reject) => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    const giveUp = setTimeout(() => end(new Refusal(0, "unreachable", "")), PATIENCE);

    function end(answer: History | Refusal): void {
      clearTimeout(giveUp);
      socket.onclose = null;
      socket.close();
      if (answer instanceof Refusal) reject(answer);
      else resolve(answer);
    }

    socket.onopen = () => socket.send(JSON.stringify({ type: "Hello", match, since: 0 }));
    socket.onclose = (event) => end(new Refusal(event.code === 4004 ? 404 : 0, event.code === 4004 ? "no_match" : "unreachable", ""));
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.type !== "Welcome") return;
      // What happened at a Munchkin Dice table is told in pictures; here it is only found.
      if (message.complete || message.view.kind === "munchkin") end({ view: message.view, events: message.news.flatMap((news) => news.events ?? []) });
      else end(new Refusal(413, "too_long", ""));
    };
  });
}
