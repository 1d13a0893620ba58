// A score sheet and an evening: which table it was kept at, who of it sits where, and the record that goes along.

import { checkName } from "../core/game/record";
import type { Keeper } from "../keep/keeper.svelte";
import { book, newBook, shelf, type KeptAt } from "../keep/shelf";
import type { CompiledRules, EveningView, TableSeen } from "../net/messages";

/** Longer records stay here: the result counts without one, and a server takes no more in one piece. */
const LONGEST = 12_000;

/** The evening that an address names, or a code alone; "" for neither. */
export function eveningIn(text: string): string {
  return /(?:^|\/evening\/)([a-z0-9]{1,32})(?:\/tv)?\/?$/.exec(text.trim())?.[1] ?? "";
}

/** The tables of this round that have no result, with so many seats. */
export function openTables(view: EveningView, seats: number): TableSeen[] {
  return view.rounds.at(-1)?.tables.filter((one) => !one.scores && one.players.length === seats) ?? [];
}

const plain = (name: string): string => name.trim().toLocaleLowerCase();

/** The table that a sheet was kept at: the one it was begun from, the one with these names, or the own one; else 0. */
export function tableFor(view: EveningView, names: string[], from: KeptAt | null): number {
  const open = openTables(view, names.length);
  const called = names.map(plain).sort().join("\n");
  const known =
    open.find((one) => from?.round === view.rounds.length && one.number === from.table) ??
    open.find((one) => one.players.map((player) => plain(view.players[player - 1]?.name ?? "")).sort().join("\n") === called) ??
    open.find((one) => one.players.includes(view.you));
  return known?.number ?? 0;
}

/** The seat of a sheet for each player of a table: by name, and the seats that are left in their order. */
export function seatsFor(players: string[], seats: string[]): number[] {
  const found = players.map((name) => seats.findIndex((seat) => plain(seat) === plain(name)));
  const left = seats.map((_, index) => index).filter((index) => !found.includes(index));
  return found.map((seat) => (seat < 0 ? (left.shift() ?? 0) : seat));
}

/** The record of a sheet with the names of the evening; "" where a record cannot carry them. */
export function recordFor(keeper: Keeper, players: string[], who: number[]): string {
  const names = keeper.kept.sheet.seats.map((_, seat) => players[who.indexOf(seat)] ?? "");
  if (names.some((name) => checkName(name))) return "";
  const text = keeper.recordOf(names);
  return JSON.stringify(text).length > LONGEST ? "" : text;
}

/** The sheet of a table of an evening: the one that was begun for it, or a new one. */
export function sheetAt(at: KeptAt, rules: CompiledRules, names: string[]): string {
  const begun = shelf().find((one) => {
    const from = book(one.id)?.evening;
    return from?.id === at.id && from.round === at.round && from.table === at.table;
  });
  return begun?.id ?? newBook(rules.reference, rules.title, names, 0, { evening: at }).id;
}
