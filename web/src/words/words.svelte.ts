// Every word of the page comes from a message file; `en.json` has all keys, and a checker compares the others.
// English is the fallback and comes in two parts (web/words.plugin.ts): what screens of later say, comes with them.
// `{name}` is filled in; a key with `_one` and `_other` is chosen by the number `n`, in the language's own way.

import english from "virtual:words-first";
import { settings } from "../settings.svelte";

type Every = keyof typeof import("./en.json");
type Stem<K> = K extends `${infer S}_one` ? S : K extends `${infer _S}_other` ? never : K;
export type Word = Stem<Every>;
export type Values = Record<string, string | number>;

type Texts = Record<string, string>;
const files = import.meta.glob<Texts>(["./*.json", "!./en.json"], { import: "default" });
/** The titles and summaries of the sheets: the first screen shows them. English ones come with the sheets. */
const sheetFiles = import.meta.glob<Texts>("./sheets/*.json", { import: "default" });
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ur"];
export const languages: Record<string, string> = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

let state: { language: string; words: Texts; sheets: Texts } = $state.raw({ language: "en", words: english, sheets: {} });

/** More English: the words of files that are fetched later. */
export function add(more: Texts): void {
  Object.assign(english, more);
}

/** Whether there are words for a key that was put together. */
export function has(key: string): key is Word {
  return key in english;
}

/** The languages of which there is a message file. */
export function available(): string[] {
  return Object.keys(languages).filter((code) => code === "en" || `./${code}.json` in files);
}

/** Take the language of the settings, else the browser's first that we speak. */
export async function chooseLanguage(): Promise<void> {
  const wishes = settings.language ? [settings.language] : navigator.languages.map((one) => one.slice(0, 2));
  const spoken = available();
  const language = wishes.find((one) => spoken.includes(one)) ?? "en";
  state = await Promise.all([files[`./${language}.json`]?.() ?? english, sheetFiles[`./sheets/${language}.json`]?.() ?? {}])
    .then(([words, sheets]) => ({ language, words, sheets }))
    .catch(() => ({ language: "en", words: english, sheets: {} }));
  document.documentElement.lang = state.language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(state.language) ? "rtl" : "ltr";
}

export function language(): string {
  return state.language;
}

/** The title or summary of a sheet in the language of the page, where it has one. */
export function sheetText(key: string): string | undefined {
  return state.sheets[key];
}

const formats = new Map<string, Intl.NumberFormat>();
const percents = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** Something of a language that is dear to make, made once. */
function made<T>(kept: Map<string, T>, make: (language: string) => T): T {
  let found = kept.get(state.language);
  if (!found) kept.set(state.language, (found = make(state.language)));
  return found;
}

/** A number as people write it. */
export function number(value: number): string {
  // Small ones are written alike everywhere, and the first screens have no others: a slow phone feels the difference.
  if (Number.isInteger(value) && value > -1000 && value < 1000) return String(value);
  return made(formats, (language) => new Intl.NumberFormat(language)).format(value);
}

/** A share of one, in whole percent. */
export function percent(value: number): string {
  return made(percents, (language) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 })).format(value);
}

const WRITTEN_LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in another direction of writing turns itself and not the sentence around it. */
function apart(text: string): string {
  return WRITTEN_LEFTWARDS.test(text) ? `\u2068${text}\u2069` : text;
}

/** The words of a key. */
export function t(word: Word, values: Values = {}): string {
  let text = state.words[word];
  if (text === undefined && typeof values.n === "number") {
    const form = made(plurals, (language) => new Intl.PluralRules(language)).select(values.n);
    text = state.words[`${word}_${form}`] ?? state.words[`${word}_other`];
  }
  text ??= english[word] ?? word;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : apart(value);
  });
}
