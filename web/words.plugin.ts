import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import type { Plugin } from "vite";

const SOURCES = resolve("src");
const FIRST = "virtual:words-first";
const LATER = "virtual:words-later";
/** Where a first visit begins, and what a table asks for soon after it. */
const ENTRIES = ["main.ts", "table/rest.ts"];

const IMPORTED = /^\s*(?:import|export)\s(?!\s*type\s)[^;"]*?["'](\.[^"']+)["']/gm;
// As scripts/page_words.py reads keys: whole ones, and the beginnings of those that are put together.
const WHOLE = /["'`]([a-z]\w*(?:\.\w+)*)["'`]/g;
const BEGUN = /`([a-z]\w*(?:\.\w+)*[._])\$\{/g;
const FORM = /_(?:zero|one|two|few|many|other)$/;

function fileOf(path: string): string | undefined {
  return [path, `${path}.ts`, `${path}.svelte.ts`].find((one) => existsSync(one) && statSync(one).isFile());
}

/** A module and all that it imports at once, not what it asks for later. */
function reach(path: string, seen: Set<string>): Set<string> {
  const file = fileOf(path);
  if (!file || seen.has(file) || ![".ts", ".svelte"].includes(extname(file))) return seen;
  seen.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(IMPORTED)) reach(resolve(dirname(file), name!), seen);
  return seen;
}

/** The keys of `words` that these files speak of. */
function spoken(files: Iterable<string>, words: Record<string, string>): Set<string> {
  const whole = new Set<string>();
  const begun = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, key] of text.matchAll(WHOLE)) whole.add(key!);
    for (const [, key] of text.matchAll(BEGUN)) begun.add(key!);
  }
  const beginnings = [...begun];
  return new Set(
    Object.keys(words).filter((key) => whole.has(key) || whole.has(key.replace(FORM, "")) || beginnings.some((one) => key.startsWith(one))),
  );
}

/** English comes in two parts: what the first screens say is there at once, the rest with the first file that says it. */
export function words(): Plugin {
  let first = new Set<string>();
  let texts: Record<string, string> = {};
  let atOnce = new Set<string>();
  return {
    name: "hotdice-words",
    enforce: "post",
    buildStart() {
      texts = JSON.parse(readFileSync(resolve(SOURCES, "words/en.json"), "utf8"));
      atOnce = new Set();
      for (const entry of ENTRIES) reach(resolve(SOURCES, entry), atOnce);
      first = spoken(atOnce, texts);
    },
    resolveId: (id) => (id === FIRST || id === LATER ? `\0${id}` : undefined),
    load(id) {
      const part = (early: boolean): string =>
        JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => first.has(key) === early)));
      if (id === `\0${FIRST}`) return `export default ${part(true)};`;
      if (id === `\0${LATER}`)
        return `import { add } from ${JSON.stringify(resolve(SOURCES, "words/words.svelte.ts"))};\nadd(${part(false)});`;
      return undefined;
    },
    transform(code, id) {
      if (!id.startsWith(SOURCES) || atOnce.has(id) || ![".ts", ".svelte"].includes(extname(id))) return undefined;
      const late = [...spoken([id], texts)].some((key) => !first.has(key));
      return late ? { code: `import "${LATER}";\n${code}`, map: null } : undefined;
    },
  };
}
