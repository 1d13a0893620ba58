// The face of a person, shown to everybody at a table.

import { isHere } from "../local/games";
import { settings } from "../settings.svelte";
import type { Table } from "./table.svelte";

/** What was asked for already; the answer comes a moment later, and asking twice would be refused. */
const asked = new WeakMap<Seated, string>();
type Seated = Pick<Table, "seats" | "shared" | "match" | "view" | "tell">;

/** Show everybody the face of this device's person, where they do not see it yet. */
export function wear(table: Seated): void {
  const [seat] = table.seats;
  // At a table on this device there is nobody else to show it to.
  if (table.shared || seat === undefined || !table.match || !settings.face || isHere(table.match)) return;
  if (table.view?.chairs[seat]?.face === settings.face || asked.get(table) === settings.face) return;
  asked.set(table, settings.face);
  void table.tell({ type: "Wear", face: settings.face }, seat);
}
