// A copy of the games of this device: records in one file, and back. What cannot be read is counted, never guessed.

import { parseRecord, RecordError } from "../core/game/record";
import { openingState } from "../core/game/record";
import { fold } from "../core/game/evolving";
import { reference } from "../core/rules/loading";
import { makeBot } from "../core/players/registry";
import { recordOf } from "./api";
import { allGames, newId, saveGame, type LocalGame } from "./games";

const HEAD = /^hotdice record \d+$/m;

/** All games as records, one behind the other; games that are damaged are left out and counted. */
export async function exportGames(): Promise<{ text: string; count: number; damaged: number }> {
  const texts: string[] = [];
  let damaged = 0;
  for (const game of await allGames()) {
    try {
      texts.push(recordOf(game));
    } catch {
      damaged++;
    }
  }
  return { text: texts.join("\n"), count: texts.length, damaged };
}

export interface Imported {
  count: number;
  bad: number;
  /** Whether something in the file is of a newer version. */
  newer: boolean;
}

/** Read games from a file; one that is here already is not taken twice. */
export async function importGames(text: string): Promise<Imported> {
  const known = new Set((await allGames()).map((game) => `${game.seed} ${game.events.length}`));
  const parts = text.split(/^(?=hotdice record \d+\s*$)/m).filter((part) => HEAD.test(part));
  const found: Imported = { count: 0, bad: 0, newer: false };
  for (const part of parts) {
    try {
      const game = gameOf(part);
      if (!known.has(`${game.seed} ${game.events.length}`)) await saveGame(game);
      found.count++;
    } catch (error) {
      if (error instanceof RecordError && error.newer) found.newer = true;
      found.bad++;
    }
  }
  return found;
}

/** The game of a record. One that is not over goes on only where its dice come from a seed. */
export function gameOf(text: string): LocalGame {
  const record = parseRecord(text);
  const state = fold(openingState(record), record.events);
  const [kind, seed = ""] = record.dice.split(" ");
  const over = state.phase === "over";
  if (!over && kind !== "seeded") throw new RecordError("a game that is not over needs the seed of its dice");
  const begun = Date.parse(record.date) || Date.now();
  const { names, first, events, start, late, colours } = record;
  const players = record.players.map((player) => (player === "human" || makeBot(player) ? player : "human"));
  const dice = kind === "seeded" ? "" : record.dice;
  return {
    id: newId(), rules: reference(record.rules), title: record.rules.title, names, players, seed, first, events, begun,
    changed: begun, over, start, late, colours, dice,
  }; // prettier-ignore
}
