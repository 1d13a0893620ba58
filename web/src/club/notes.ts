// Notes about finished games, kept on this device so that no game is reviewed twice: its own, and those of the server.

import type { Note } from "../core/club/you";
import { askClub } from "../local/coach";
import { allGames, forgetGame, isHere } from "../local/games";
import { recordOf } from "../local/api";
import { serverExpected } from "../local/where";
import { myGames, person, record, Refusal } from "../net/api";
import { as } from "../people.svelte";
import { recall, remember } from "../storage";

const KEPT = "notes";
const MOST = 500;
/** So many games of the server are asked for at a visit; the others have their turn at the next. */
const AT_ONCE = 30;

function known(): Record<string, Note | null> {
  return recall<Record<string, Note | null>>(KEPT, {});
}

function keep(notes: Record<string, Note | null>): void {
  remember(KEPT, Object.fromEntries(Object.entries(notes).slice(-MOST)));
}

interface Source {
  game: string;
  at: number;
  seat: number;
  text: () => Promise<string>;
}

async function sources(): Promise<Source[]> {
  const found: Source[] = [];
  for (const game of await allGames()) {
    const seat = game.players.indexOf("human");
    if (game.over && seat >= 0) found.push({ game: game.id, at: game.changed, seat, text: () => Promise.resolve(recordOf(game)) });
  }
  if (person() && serverExpected()) {
    try {
      for (const line of (await as(myGames)).games) {
        if (line.status === "over" && line.seat !== null && !line.rules.startsWith("munchkin-dice")) {
          found.push({ game: line.match, at: line.updated, seat: line.seat, text: () => record(line.match) });
        }
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The notes of all games, oldest first; `told` hears of each that was looked at. */
export async function allNotes(told: (done: number, of: number) => void): Promise<Note[]> {
  const notes = known();
  const games = await sources();
  const fresh = games.filter(({ game }) => !(game in notes)).slice(-AT_ONCE);
  for (const [index, one] of fresh.entries()) {
    told(index, fresh.length);
    try {
      notes[one.game] = await askClub({ what: "note", game: one.game, record: await one.text(), seat: one.seat });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status) notes[one.game] = null; // a game that nothing can be said about is not asked for again
    }
  }
  keep(notes);
  const order = new Map(games.map(({ game, at }) => [game, at]));
  const found = Object.values(notes).filter((note) => note !== null);
  return found.sort((a, b) => (order.get(a.game) ?? 0) - (order.get(b.game) ?? 0));
}

/** Notes as a table: one line a game. */
export function asCsv(notes: readonly Note[]): string {
  const cell = (value: unknown): string => `"${String(value ?? "").replaceAll('"', '""').replace(/^[=+\-@]/, "'$&")}"`;
  const head = ["game", "date", "sheet", "name", "others", "won", "total", "best_turn", "luck", "given_away", "unrated", "medals"];
  const rows = notes.map((note) => [
    note.game, note.date, note.sheet, note.name, note.others.join(" "), note.won ? 1 : 0, note.total, note.best_turn,
    note.luck ?? "", note.given_away ?? "", note.unrated, note.medals.join(" "),
  ]);
  return [head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** Forget everything about somebody on this device: games, notes, runs, days. */
export async function forgetAll(): Promise<void> {
  for (const game of await allGames()) if (isHere(game.id)) await forgetGame(game.id);
  for (const name of [KEPT, "runs", "days.played", "training", "games", "seals"]) remember(name, undefined);
}
