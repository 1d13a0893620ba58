// Texts that are not the page's own words: cards, and what the server says. English comes with them from the server;
// the other languages are files that are fetched when somebody who reads that language needs them.

import { language } from "./words.svelte";

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>(["./said/*.json", "./cards/*.json"], { import: "default" });
const none: Texts = {};
const asked = new Map<string, Promise<void>>();
let known: Record<string, Texts> = $state.raw({});

function pathOf(kind: string): string {
  return kind === "said" ? `./said/${language()}.json` : `./${kind}.${language()}.json`;
}

/** Fetch the texts of a kind in the language of the page; without them English stays. */
export function loadTexts(kind: string): Promise<void> {
  const path = pathOf(kind);
  const load = files[path];
  if (!load) return Promise.resolve();
  let asking = asked.get(path);
  if (!asking) {
    asking = load()
      .then((texts) => {
        known = { ...known, [path]: texts };
      })
      .catch(() => {
        asked.delete(path);
      });
    asked.set(path, asking);
  }
  return asking;
}

/** The texts of "said", or of "cards/" and a deck; empty in English, and until they are here. */
export function texts(kind: string): Texts {
  void loadTexts(kind);
  return known[pathOf(kind)] ?? none;
}
