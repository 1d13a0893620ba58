// The HTTP part: who I am, tables, seats, sheets. The key of this device is in its memory and in no address.

import { noteSeed } from "../fair/noted";
import { recall, remember } from "../storage";
import { toldWords } from "../words/said.svelte";
import type { Advice, Board, Exercise, GameKinds, Games, Me, Moment, MunchkinCards, MunchkinFilm, NewBoard, NewTable, Option, Problem, Review, RulesLook, SeatedBody, Sheets, Sit, StrategyCard, TableView, Text } from "./messages";

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

async function json<T>(method: string, path: string, body?: unknown, key = ""): Promise<T> {
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
  const seed = newSeed();
  const seated = await json<SeatedBody>("POST", "/api/matches", { ...wish, seed }, who.key);
  keepToken(seated.match, who, seated.token);
  noteSeed(seated.match, seed);
  remember(`invite.${seated.match}`, seated.invite);
  return seated;
}

export async function sit(who: Person, match: string, wish: Sit = {}): Promise<SeatedBody> {
  const seed = newSeed();
  const before = tokens(match);
  const seated = await json<SeatedBody>("POST", `/api/matches/${match}/seat`, { ...wish, seed }, who.key);
  // Who comes back to a seat keeps the seed that was given first.
  if (!(who.id in before)) noteSeed(match, seed);
  keepToken(match, who, seated.token);
  return seated;
}

export async function rematch(who: Person, match: string): Promise<SeatedBody> {
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
export const openTables = (): Promise<Games> => json("GET", "/api/matches");
export const table = (match: string): Promise<TableView> => json("GET", `/api/matches/${match}`);
/** The head of the page asks for the sheets already; only a request that is like that one gets its answer. */
export async function sheets(): Promise<Sheets> {
  const answer = await fetch("/api/sheets");
  if (!answer.ok) throw new Refusal(answer.status, "refused", "");
  return (await answer.json()) as Sheets;
}
export const lookAtRules = (rules: string): Promise<RulesLook> => json("POST", "/api/rules", { rules });
export const kinds = (): Promise<GameKinds> => json("GET", "/api/kinds");
export const munchkinCards = (rules: string): Promise<MunchkinCards> => json("POST", "/api/munchkin/cards", { rules });
export const munchkinFilm = (match: string): Promise<MunchkinFilm> => json("GET", `/api/matches/${match}/film`);
/** Where the record of a game is, for a link that downloads it. */
export const recordAddress = (match: string): string => `/api/matches/${match}/record`;
export const coachAdvice = (who: Person, match: string): Promise<Advice> =>
  json("POST", `/api/matches/${match}/advice`, undefined, who.key);
export const review = (match: string): Promise<Review> => json("GET", `/api/matches/${match}/review`);
export const exercise = (wish: { rules: string; seed: string; theme?: string; position?: string }): Promise<Exercise> =>
  json("POST", "/api/coach/exercise", wish, person()?.key);
export const strategyCard = (rules: string): Promise<StrategyCard> =>
  json("POST", "/api/coach/card", { rules }, person()?.key);
/** A moment, or the one that a choice or dice lead to. */
export const whatIf = (wish: { position: string; choice?: Pick; dice?: string; unit?: Review["unit"] }): Promise<Moment> =>
  json("POST", "/api/coach/what-if", wish, person()?.key);
/** A choice as the coach's options name it. */
export type Pick = { [K in "action" | "keep" | "card" | "target" | "with_dice"]: Option[K] };
export const record = async (match: string): Promise<string> =>
  (await ask("GET", recordAddress(match), undefined, "")).text();

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
  return randomHex(16);
}
