// Games that are kept in this browser: each is saved after every move, so that it goes on to the die after a reload,
// a crash or a restart. Where the browser withholds its memory (a private window, a full disk) they last as long as
// the page does, and whoever asks is told so.

import type { Event } from "../core/game/events";

/** A game of this device. Who decides for a seat is `human` or a bot; the seed gives its dice. */
export interface LocalGame {
  id: string;
  rules: string;
  title: string;
  names: string[];
  players: string[];
  seed: string;
  first: number | null;
  events: Event[];
  begun: number;
  changed: number;
  over: boolean;
  /** Of games that came from a file: where they began, seats taken late, colours, dice that had no seed. */
  start: string;
  late: number;
  colours: string[];
  dice: string;
}

/** What the ids of such games begin with. */
const HERE = "here-";

/** What the ids of games begin with that somebody sent as a link: to be looked at, and none of the own. */
const SHARED = "here-shared-";
/** So many of them are kept. */
const MOST_SHARED = 20;

/** The id of a game that came as a link: the same game has the same one. */
export function sharedId(what: string): string {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (const letter of what) {
    const code = letter.codePointAt(0) as number;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b) ^ (low >>> 13);
  }
  return SHARED + [high, low].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Whether a match is a game of this device. */
export function isHere(match: string): boolean {
  return match.startsWith(HERE);
}

/** An id for a new game. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return HERE + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const NAME = "hotdice";
const STORE = "games";
const memory = new Map<string, LocalGame>();
let opened: Promise<IDBDatabase | null> | undefined;
let withheld = false;

/** Whether games are only in the memory of this page, because the browser keeps nothing. */
export function onlyHere(): boolean {
  return withheld;
}

function database(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    const fail = (): void => {
      withheld = true;
      resolve(null);
    };
    try {
      const asking = indexedDB.open(NAME, 1);
      asking.onupgradeneeded = () => asking.result.createObjectStore(STORE, { keyPath: "id" });
      asking.onsuccess = () => {
        // A newer version of the page in another tab may need to change the shape of the store.
        asking.result.onversionchange = () => asking.result.close();
        resolve(asking.result);
      };
      asking.onerror = asking.onblocked = fail;
    } catch {
      fail();
    }
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const base = await database();
  if (!base) return undefined;
  return new Promise((resolve) => {
    try {
      const change = base.transaction(STORE, mode);
      const request = work(change.objectStore(STORE));
      change.oncomplete = () => resolve(request.result);
      change.onabort = change.onerror = () => {
        if (mode === "readwrite") withheld = true;
        resolve(undefined);
      };
    } catch {
      withheld = true;
      resolve(undefined);
    }
  });
}

/** Keep a game as it is now; false where it is only in the memory of this page. */
export async function saveGame(game: LocalGame): Promise<boolean> {
  memory.set(game.id, game);
  const done = await run("readwrite", (store) => store.put(game));
  if (done !== undefined) withheld = false;
  return done !== undefined;
}

/** A game by its id; undefined where there is none. */
export async function loadGame(id: string): Promise<LocalGame | undefined> {
  return memory.get(id) ?? ((await run("readonly", (store) => store.get(id) as IDBRequest<LocalGame>)) || undefined);
}

/** Keep a game that came as a link, and as few of them as there may be. */
export async function saveShared(game: LocalGame): Promise<void> {
  await saveGame(game);
  const others = (await everyGame()).filter((one) => one.id.startsWith(SHARED) && one.id !== game.id);
  for (const old of others.slice(MOST_SHARED - 1)) await forgetGame(old.id);
}

/** Every own game of this device, those that changed last first. */
export async function allGames(): Promise<LocalGame[]> {
  return (await everyGame()).filter((game) => !game.id.startsWith(SHARED));
}

async function everyGame(): Promise<LocalGame[]> {
  const stored = (await run("readonly", (store) => store.getAll() as IDBRequest<LocalGame[]>)) ?? [];
  const found = new Map(stored.map((game) => [game.id, game]));
  for (const game of memory.values()) found.set(game.id, game);
  return [...found.values()].sort((a, b) => b.changed - a.changed);
}

export async function forgetGame(id: string): Promise<void> {
  memory.delete(id);
  await run("readwrite", (store) => store.delete(id));
}
