// The score sheets on this device. They are here first; a server only mirrors them.

import { randomHex } from "../net/api";
import { recall, remember } from "../storage";
import type { Op } from "./ops";

/** The table of an evening that a sheet is kept at. */
export interface KeptAt {
  id: string;
  round: number;
  table: number;
}

export interface Book {
  id: string;
  rules: string;
  title: string;
  names: string[];
  starter: number;
  ops: Op[];
  /** Taps that were taken back, the last one first in line to come again. */
  undone: Op[];
  /** Counts every change, also undoing: what a mirror compares. */
  version: number;
  updated: number;
  over: boolean;
  /** The secret by which the mirror knows this device; "" while nobody else looks on. */
  key: string;
  /** The last version that the mirror has. */
  sent: number;
  evening?: KeptAt;
  /** The own dice of each seat; missing where all throw the dice of the sheet. */
  bags?: string[];
}

interface Entry {
  id: string;
  /** Missing in what was kept before titles had languages. */
  rules?: string;
  title: string;
  names: string[];
  updated: number;
  over: boolean;
}

const MOST_BOOKS = 30;

/** What this device has kept, the latest first. */
export function shelf(): Entry[] {
  return recall<Entry[]>("keeps", []).sort((a, b) => b.updated - a.updated);
}

export function newBook(rules: string, title: string, names: string[], starter: number, { evening, bags = [] }: { evening?: KeptAt; bags?: string[] } = {}): Book {
  const book: Book = {
    id: randomHex(12),
    rules,
    title,
    names,
    starter,
    ops: [],
    undone: [],
    version: 1,
    updated: Date.now(),
    over: false,
    key: "",
    sent: 0,
    ...(evening && { evening }),
    ...(bags.length && { bags }),
  };
  saveBook(book);
  return book;
}

export function book(id: string): Book | null {
  return recall<Book | null>(`keep.${id}`, null);
}

export function saveBook(kept: Book): void {
  remember(`keep.${kept.id}`, kept);
  const entry: Entry = { id: kept.id, rules: kept.rules, title: kept.title, names: kept.names, updated: kept.updated, over: kept.over };
  const all = [entry, ...shelf().filter((one) => one.id !== kept.id)];
  for (const old of all.slice(MOST_BOOKS)) remember(`keep.${old.id}`, undefined);
  remember("keeps", all.slice(0, MOST_BOOKS));
}

export function removeBook(id: string): void {
  remember(`keep.${id}`, undefined);
  remember("keeps", shelf().filter((one) => one.id !== id));
}
