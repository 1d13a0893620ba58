// A whole game as a link: its record, packed into letters that may stand in an address. Whoever has the link has the
// game, with no server and no file; it is kept beside the own games, and never counted as one of them.

import { parseRecord, RecordError } from "../core/game/record";
import { gameOf } from "./copy";
import { loadGame, saveShared, sharedId, type LocalGame } from "./games";

/** What the letters begin with: packed as zip files are, or, where the browser cannot, as they are. */
const ZIPPED = "z";
const PLAIN = "p";
/** Nobody plays so long that a record has so many letters; a link that unpacks to more is no game of ours. */
const MOST = 2_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    if ((length += part.value.length) > MOST) throw new RecordError("too long for a game");
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function letters(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** A record as letters for an address. */
export async function packGame(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  if (!("CompressionStream" in globalThis)) return PLAIN + letters(bytes);
  return ZIPPED + letters(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The record of such letters. Throws what `atob` and the unpacking throw where they are damaged. */
export async function unpackGame(data: string): Promise<string> {
  const text = atob(data.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const plain = data.startsWith(ZIPPED) ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
  return new TextDecoder("utf-8", { fatal: true }).decode(plain);
}

/** Take the game of a link in; under which id it is here. Throws a `RecordError` where it is none. */
export async function takeIn(data: string): Promise<string> {
  let text: string;
  try {
    text = await unpackGame(data);
  } catch {
    throw new RecordError("the link is damaged");
  }
  const record = parseRecord(text);
  const game: LocalGame = { ...gameOf(text), id: sharedId(`${record.dice} ${record.names.join(" ")} ${record.events.length}`) };
  if (!game.over) throw new RecordError("the game is not over");
  if (!(await loadGame(game.id))) await saveShared(game);
  return game.id;
}
