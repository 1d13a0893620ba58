// Every word of the page comes from a message file; `en.json` has all keys, and a checker compares the others.
// `{name}` is filled in; a key with `_one` and `_other` is chosen by the number `n`, in the language's own way.

import english from "./en.json";
import { settings } from "../settings.svelte";

type Every = keyof typeof english;
type Stem<K> = K extends `${infer S}_one` ? S : K extends `${infer _S}_other` ? never : K;
export type Word = Stem<Every>;
export type Values = Record<string, string | number>;

const files = import.meta.glob<Record<string, string>>("./*.json", { import: "default" });
export const languages: Record<string, string> = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

const state = $state({ language: "en", words: english as Record<string, string> });

/** The languages of which there is a message file. */
export function available(): string[] {
  return Object.keys(languages).filter((code) => code === "en" || `./${code}.json` in files);
}

/** Take the language of the settings, else the browser's first that we speak. */
export async function chooseLanguage(): Promise<void> {
  const wishes = settings.language ? [settings.language] : navigator.languages.map((one) => one.slice(0, 2));
  const spoken = available();
  const language = wishes.find((one) => spoken.includes(one)) ?? "en";
  const load = files[`./${language}.json`];
  try {
    state.words = language === "en" || !load ? english : await load();
    state.language = language;
  } catch {
    state.language = "en";
  }
  document.documentElement.lang = state.language;
}

export function language(): string {
  return state.language;
}

/** A number as people write it. */
export function number(value: number): string {
  return value.toLocaleString(state.language);
}

export function percent(value: number): string {
  return value.toLocaleString(state.language, { style: "percent", maximumFractionDigits: 0 });
}

/** The words of a key. */
export function t(word: Word, values: Values = {}): string {
  let text = state.words[word];
  if (text === undefined && typeof values.n === "number") {
    const form = new Intl.PluralRules(state.language).select(values.n);
    text = state.words[`${word}_${form}`] ?? state.words[`${word}_other`];
  }
  text ??= (english as Record<string, string>)[word] ?? word;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}
