// What is played, in the language of the television: sheets have a title in each, and short games say how short.

import { ask } from "./line";
import { fill, language, words } from "./words";

const files = import.meta.glob<string>("../words/sheets/*.json", { query: "?url", import: "default", eager: true });
let known: { [key: string]: string } = {};

/** Fetch the titles in this language; English ones come with the table. */
export function learnTitles(then: () => void): void {
  const file = files[`../words/sheets/${language}.json`];
  if (!file) return;
  ask<{ [key: string]: string }>("GET", file, undefined, "", (found) => {
    known = found || {};
    then();
  });
}

interface House {
  base?: string;
  target?: number;
  rounds?: number;
}

/** The title of what is played; a table with rules that this screen did not choose keeps the title it came with. */
export function titleOf(view: { title: string; rules: string }): string {
  let house: House = { base: view.rules };
  if (view.rules.charAt(0) === "{") house = JSON.parse(view.rules) as House;
  const title = known[`${house.base}.title`];
  const changed = Object.keys(house).filter((key) => key !== "base");
  if (!title || changed.length > 1) return view.title;
  if (!changed.length) return title;
  if (house.target) return `${title}, ${fill(words.toPoints, { n: house.target })}`;
  return house.rounds ? `${title}, ${fill(words.inRounds, { n: house.rounds })}` : view.title;
}
