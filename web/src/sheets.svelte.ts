// The rule sheets: asked for once, kept on the device so that the page scores without a network too.

import { lookAtRules, Refusal, sheets as askForSheets, sheetsHere } from "./net/api";
import type { CompiledRules } from "./net/messages";
import { idle } from "./idle";
import { recall, remember } from "./storage";
import { toldWords } from "./words/said.svelte";

interface Shelf {
  sheets: CompiledRules[];
  bots: string[];
}


let state: Shelf = $state.raw(recall<Shelf>("sheets", { sheets: [], bots: [] }));
let asked: Promise<void> | undefined;
const houses = new Map<string, Promise<CompiledRules>>();

/** Ask the server for its sheets, once; without a network what the device remembers stays. */
export function loadSheets(): Promise<void> {
  asked ??= askForSheets()
    .then((answer) => {
      state = { sheets: answer.sheets, bots: answer.bots };
      idle(() => remember("sheets", state));
    })
    .catch(async () => {
      asked = undefined;
      if (!state.sheets.length) state = await sheetsHere();
    });
  return asked;
}

export function sheets(): CompiledRules[] {
  return state.sheets;
}

export function bots(): string[] {
  return state.bots;
}

export function sheet(name: string): CompiledRules | undefined {
  return state.sheets.find((one) => one.name === name);
}

/** The compiled rules of a reference: a shipped name, or the data of house rules. */
export async function rulesOf(reference: string): Promise<CompiledRules> {
  const known = state.sheets.find((one) => one.reference === reference);
  if (known) return known;
  const stored = recall<CompiledRules | null>(`rules.${reference}`, null);
  if (stored) return stored;
  let asking = houses.get(reference);
  if (!asking) {
    asking = lookAtRules(reference).then((look) => {
      if (!look.rules) throw new Refusal(400, "bad_rules", look.faults.map((fault) => toldWords(fault)).join(" "));
      remember(`rules.${reference}`, look.rules);
      return look.rules;
    });
    houses.set(reference, asking);
    asking.catch(() => houses.delete(reference));
  }
  return asking;
}
