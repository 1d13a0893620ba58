// What a sheet is called. Sheets that come with Hotdice have a title in each language, house rules without a title of
// their own are named by what they change; a title that somebody gave stays as it was given.

import { sheet as shipped } from "../sheets.svelte";
import { language, number, sheetText, t } from "../words/words.svelte";
import { fieldName, wordName } from "./names";

interface Titled {
  title: string;
  reference?: string;
  rules?: string;
}

type Raw = Record<string, unknown>;
const MOST_CHANGES = 5;
const FIRST = ["target", "rounds", "opening", "opening_policy", "minimum"];
const WORDS = ["base", "title", "name", "summary", "source"];

function rawOf(reference: string): Raw | null {
  if (!reference.startsWith("{")) return null;
  try {
    return JSON.parse(reference) as Raw;
  } catch {
    return null;
  }
}

/** The title of a sheet in the language of the page. */
export function titleOf(sheet: Titled): string {
  const reference = sheet.reference ?? sheet.rules ?? "";
  if (language() === "en") return sheet.title;
  const raw = rawOf(reference);
  if (!raw) return sheetText(`${reference}.title`) ?? sheet.title;
  const base = sheetText(`${String(raw.base)}.title`);
  if ("title" in raw || base === undefined) return sheet.title;
  const changes = changesOf(reference);
  const more = changes.length - MOST_CHANGES;
  return [base, ...changes.slice(0, MOST_CHANGES), ...(more > 0 ? [t("house.more", { n: more })] : [])].join(", ");
}

/** What a sheet is about, in the language of the page. */
export function summaryOf(sheet: { reference: string; summary: string }): string {
  return sheetText(`${sheet.reference}.summary`) ?? sheet.summary;
}

/** The sentence about what house rules change; empty for a sheet that stands on its own. */
export function houseLine(sheet: { reference: string; base: string }): string {
  if (!sheet.base) return "";
  const base = titleOf(shipped(sheet.base) ?? { reference: sheet.base, title: sheet.base });
  return t("house.over", { sheet: base, changes: changesOf(sheet.reference).join(", ") || t("house.same") });
}

/** What house rules change, a short phrase each. */
export function changesOf(reference: string): string[] {
  const raw = rawOf(reference) ?? {};
  const keys = Object.keys(raw).filter((key) => !WORDS.includes(key));
  const order = [...FIRST.filter((key) => keys.includes(key)), ...keys.filter((key) => !FIRST.includes(key))];
  return phrases(Object.fromEntries(order.map((key) => [key, raw[key]])), "");
}

/** The name of a field in the middle of a sentence: German keeps its capitals. */
function inside(name: string): string {
  const text = fieldName(name);
  return language() === "de" ? text : text.charAt(0).toLocaleLowerCase(language()) + text.slice(1);
}

function phrases(raw: Raw, path: string): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const name = path + key;
    if (name === "target" && typeof value === "number") found.push(t("fact.target", { points: value }));
    else if (name === "rounds" && typeof value === "number") found.push(t("fact.rounds", { n: value }));
    else if (name === "dice" && typeof value === "number") found.push(t("house.dice", { n: value }));
    else if (name === "scoring.alike.scheme") {
      // A table of numbers tells itself.
      if (value === "add" || value === "double") found.push(`${t("combo.beyond")}: ${wordName(name, value)}`);
      if (value === "none") found.push(`${t("change.group_alike")}: ${wordName(name, value)}`);
    } else if (name === "deck") found.push(t(value ? "house.deck" : "house.no_deck"));
    else if (name === "weights") found.push(t("house.weights"));
    else if (name === "instant_win" || name === "instant_loss") found.push(inside(name));
    else if (name === "scoring.sets" && Array.isArray(value)) found.push(...value.map((one: Raw) => `${String(one.dice)} ${plain(name, one.points)}`));
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) found.push(...phrases(value as Raw, `${name}.`));
    else if (typeof value === "boolean") found.push(`${inside(name)}: ${t(value ? "house.yes" : "house.no")}`);
    else found.push(`${inside(name)} ${plain(name, value)}`);
  }
  return found;
}

function plain(name: string, value: unknown): string {
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return value.map((one) => plain(name, one)).join(" ");
  return wordName(name, String(value));
}
