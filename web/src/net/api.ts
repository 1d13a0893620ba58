// The HTTP part: who I am, tables, seats, sheets. The key of this device is in its memory and in no address.

import { allGames, isHere } from "../local/games";
import { serverExpected, SITE } from "../local/where";
import { recall, remember } from "../storage";
import { toldWords } from "../words/said.svelte";
import type { Advice, Board, Claim, Compared, DayForks, DayLists, DayNow, Done, Exercise, GameCommand, GameKinds, Games, LadderView, Me, Moment, MunchkinCards, MunchkinFilm, NewBoard, NewTable, Option, OwnDay, Problem, Review, RulesLook, SeatedBody, Sealed, Sheets, Sit, StrategyCard, TableView, Text } from "./messages";

/** The server said no, or was not there (`status` 0); `code` is for programs. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

export interface Person {
  id: string;
  name: string;
  key: string;
}

async function ask(method: string, path: string, body: unknown, key: string): Promise<Response> {
  if (SITE) throw new Refusal(0, "unreachable", "");
  const headers: Record<string, string> = {};
  if (key) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
    });
  } catch {
    throw new Refusal(0, "unreachable", "");
  }
  if (!answer.ok) {
    let problem: Problem = { code: "refused", text: "", says: "", values: {} };
    try {
      problem = (await answer.json()) as Problem;
    } catch {
      // A proxy may answer in its own words; the status is enough.
    }
    throw new Refusal(answer.status, problem.code, toldWords(problem));
  }
  return answer;
}

/** What this device answers by itself; it comes when it is needed. */
const here = (): Promise<typeof import("../local/api")> => import("../local/api");

/** Ask the server, and this device where there is none, or none that answers. */
async function orHere<T>(asking: () => Promise<T>, otherwise: (local: typeof import("../local/api")) => T | Promise<T>): Promise<T> {
  if (!serverExpected()) return otherwise(await here());
  try {
    return await asking();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status) throw error;
    return otherwise(await here());
  }
}

export async function json<T>(method: string, path: string, body?: unknown, key = ""): Promise<T> {
  return (await (await ask(method, path, body, key)).json()) as T;
}

// People

/** Who uses this device, if the server knows. */
export function person(): Person | null {
  return recall<Person | null>("person", null);
}

/** Somebody new on the server; used for this device's owner and for guests who share it. */
export async function arrive(name: string, passcode = ""): Promise<Person> {
  const me = await json<Me>("POST", "/api/people", { name, passcode });
  return { id: me.id, name: me.name, key: me.key };
}

/** The person of this device, made with a name where there is none yet. */
export async function become(name: string, passcode = ""): Promise<Person> {
  const known = person();
  if (known) {
    if (!name || known.name === name) return known;
    const me = await json<Me>("POST", "/api/me/name", { name }, known.key);
    const renamed = { ...known, name: me.name };
    remember("person", renamed);
    return renamed;
  }
  const me = await json<Me>("POST", "/api/people", { name, passcode });
  return belong(me, me.phrase);
}

/** From now on this device is this person's; the phrase that brings them back is told once, so it is kept here. */
function belong(me: Me, phrase: string): Person {
  const who = { id: me.id, name: me.name, key: me.key };
  remember("person", who);
  remember("phrase", phrase || undefined);
  return who;
}

/** The recovery phrase, where this device was told it. */
export function phrase(): string {
  return recall("phrase", "");
}

/** A code that brings another device in, once, within ten minutes. */
export async function deviceCode(): Promise<string> {
  return (await json<Text>("POST", "/api/me/code", undefined, person()?.key ?? "")).text;
}

/** Become the person whose other device shows this code. */
export async function useCode(code: string): Promise<void> {
  belong(await json<Me>("POST", "/api/codes", { code: code.trim() }), "");
}

/** Come back with the recovery phrase; the devices before are shut out. */
export async function comeBack(words: string): Promise<void> {
  const phrase = words.trim().toLowerCase().replace(/[\s-]+/g, "-");
  belong(await json<Me>("POST", "/api/recover", { phrase }), phrase);
}

/** Forget who uses this device: the server does not know it (any more). */
export function forgetPerson(): void {
  remember("person", undefined);
  remember("phrase", undefined);
}

// Tables and seats

/** The tokens of this device's seats at a table, by the person who sits there: seats may change places. */
export type Tokens = Record<string, string>;

export function tokens(match: string): Tokens {
  return recall<Tokens>(`seats.${match}`, {});
}

/** The tokens open nothing any more: the seat is played on another device. */
export function forgetTokens(match: string): void {
  remember(`seats.${match}`, undefined);
}

function keepToken(match: string, who: Person, token: string): void {
  remember(`seats.${match}`, { ...tokens(match), [who.id]: token });
}

export async function openTable(who: Person, wish: NewTable): Promise<SeatedBody> {
  const seated = await json<SeatedBody>("POST", "/api/matches", wish, who.key);
  keepToken(seated.match, who, seated.token);
  remember(`invite.${seated.match}`, seated.invite);
  return seated;
}

export async function sit(who: Person, match: string, wish: Sit = {}): Promise<SeatedBody> {
  const seated = await json<SeatedBody>("POST", `/api/matches/${match}/seat`, wish, who.key);
  keepToken(match, who, seated.token);
  return seated;
}

/** Take over a seat of a party whose phone is gone. */
export async function claim(who: Person, match: string, wish: Claim): Promise<SeatedBody> {
  const seated = await json<SeatedBody>("POST", `/api/matches/${match}/claim`, wish, who.key);
  keepToken(match, who, seated.token);
  return seated;
}

/** A table on this device alone: these people, then the bots. */
export async function openHere(wish: NewTable, people: string[]): Promise<SeatedBody> {
  return (await here()).openTable(wish, people);
}

export async function rematch(who: Person, match: string): Promise<SeatedBody> {
  if (isHere(match)) return (await here()).rematch(match);
  const seated = await json<SeatedBody>("POST", `/api/matches/${match}/rematch`, undefined, who.key);
  keepToken(seated.match, who, seated.token);
  if (seated.invite) remember(`invite.${seated.match}`, seated.invite);
  return seated;
}

/** Others who play at a table on this device, after its owner. */
export function guests(match: string): Person[] {
  return recall<Person[]>(`guests.${match}`, []);
}

export function keepGuests(match: string, people: Person[]): void {
  remember(`guests.${match}`, people);
}

/** The secret of a table's invitation, where this device set the table up or was invited. */
export function invitation(match: string): string {
  return recall(`invite.${match}`, "");
}

export async function newInvitation(who: Person, match: string): Promise<string> {
  const made = await json<Text>("POST", `/api/matches/${match}/invite`, undefined, who.key);
  remember(`invite.${match}`, made.text);
  return made.text;
}

export const myGames = (who: Person): Promise<Games> => json("GET", "/api/me/games", undefined, who.key);
/** The games that are kept on this device. */
export const gamesHere = async (): Promise<Games> => ({
  // The referee comes only where there is something for it to look at.
  games: (await allGames()).length ? await (await here()).games() : [],
});
export const openTables = (): Promise<Games> => json("GET", "/api/matches");
export const table = async (match: string): Promise<TableView> =>
  isHere(match) ? (await here()).table(match) : json("GET", `/api/matches/${match}`);
/** The head of the page asks for the sheets already; only a request that is like that one gets its answer. */
export async function sheets(): Promise<Sheets> {
  if (SITE) return (await here()).sheets();
  const answer = await fetch("/api/sheets");
  if (!answer.ok) throw new Refusal(answer.status, "refused", "");
  return (await answer.json()) as Sheets;
}
/** The sheets as this page knows them, for a device that has never heard the server's. */
export const sheetsHere = async (): Promise<Sheets> => (await here()).sheets();
export const lookAtRules = (rules: string): Promise<RulesLook> =>
  orHere(
    () => json("POST", "/api/rules", { rules }),
    (local) => local.lookAtRules(rules),
  );
export const kinds = (): Promise<GameKinds> => json("GET", "/api/kinds");
export const munchkinCards = (rules: string): Promise<MunchkinCards> => json("POST", "/api/munchkin/cards", { rules });
export const munchkinFilm = (match: string): Promise<MunchkinFilm> => json("GET", `/api/matches/${match}/film`);
/** Where the record of a game is, for a link that downloads it. */
export const recordAddress = (match: string): string => `/api/matches/${match}/record`;
export const coachAdvice = async (who: Person, match: string): Promise<Advice> =>
  isHere(match) ? (await here()).advice(match) : json("POST", `/api/matches/${match}/advice`, undefined, who.key);
export const review = async (match: string): Promise<Review> =>
  isHere(match) ? (await here()).review(match) : json("GET", `/api/matches/${match}/review`);
export const exercise = (wish: { rules: string; seed: string; theme?: string; position?: string }): Promise<Exercise> =>
  orHere(
    () => json("POST", "/api/coach/exercise", wish, person()?.key),
    (local) => local.exercise(wish),
  );
export const strategyCard = (rules: string): Promise<StrategyCard> =>
  orHere(
    () => json("POST", "/api/coach/card", { rules }, person()?.key),
    (local) => local.strategyCard(rules),
  );
/** What other rules change; only a server works it out. */
export const compareRules = (before: string, after: string): Promise<Compared> => json("POST", "/api/coach/compare", { before, after });
/** A moment, or the one that a choice or dice lead to. */
export const whatIf = (wish: { position: string; choice?: Pick; dice?: string; unit?: Review["unit"] }): Promise<Moment> =>
  orHere(
    () => json("POST", "/api/coach/what-if", wish, person()?.key),
    (local) => local.whatIf(wish),
  );
/** A choice as the coach's options name it. */
export type Pick = { [K in "action" | "keep" | "card" | "target" | "with_dice"]: Option[K] };
export const record = async (match: string): Promise<string> =>
  isHere(match) ? (await here()).record(match) : (await ask("GET", recordAddress(match), undefined, "")).text();

// The day, and the ladder

export const dayNow = (): Promise<DayNow> => json("GET", "/api/daily", undefined, person()?.key);
/** A day that is past, with its seed. */
export const dayPast = (day: string): Promise<Sealed> => json("GET", `/api/daily/${day}`);
/** Begin the own game of a day, or go on with it. */
export const dayOwn = (who: Person, day: string): Promise<OwnDay> => json("POST", `/api/daily/${day}`, undefined, who.key);
export const dayMove = (who: Person, day: string, after: number, command: unknown): Promise<OwnDay> =>
  json("POST", `/api/daily/${day}/move`, { after, command: command as GameCommand }, who.key);
export const dayLists = (day: string): Promise<DayLists> => json("GET", `/api/daily/${day}/lists`, undefined, person()?.key);
export const dayForks = (who: Person, day: string): Promise<DayForks> => json("GET", `/api/daily/${day}/forks`, undefined, who.key);
export const ladder = (): Promise<LadderView> => json("GET", "/api/ladder", undefined, person()?.key);
/** Be forgotten by the server: name and key go. */
export const eraseMe = (who: Person): Promise<Done> => json("POST", "/api/me/erase", undefined, who.key);

// The score of a game with real dice, for others to look at

export const writeBoard = (board: string, wanted: NewBoard): Promise<{ version: number }> =>
  json("POST", `/api/boards/${board}`, wanted);
export const readBoard = (board: string, since: number): Promise<Board> =>
  json("GET", since ? `/api/boards/${board}/after/${since}` : `/api/boards/${board}`);

// Randomness

/** So many random bytes in hex digits; this works without https too. */
export function randomHex(bytes: number): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** This device's own part of the dice. */
export function newSeed(): string {
  return randomHex(32);
}
