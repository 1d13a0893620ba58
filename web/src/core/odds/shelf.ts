// Solved games at hand: whoever has fetched a table puts it here; nothing is fetched or solved here.

import { rulesHash } from "../rules/canonical";
import type { Ruleset } from "../rules/ruleset";
import { readTable, type Table } from "./tables";

const tables = new Map<string, Table>();

/** The solved game of this very sheet, undefined where it is not here (yet). */
export function tableOf(rules: Ruleset): Table | undefined {
  return tables.get(rulesHash(rules));
}

/** Keep a table at hand; a TableError where it is damaged or belongs to something else. */
export function rememberTable(rules: Ruleset, bytes: Uint8Array<ArrayBuffer>): void {
  tables.set(rulesHash(rules), readTable(bytes, rules));
}
