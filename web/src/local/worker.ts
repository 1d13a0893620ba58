// The coach at work, beside the page: advice, review, training, what if, and the decisions of bots. Tables are
// fetched when a sheet first needs one, checked by their hash, and kept; until then the turn alone is judged.

import { answerClub, rulesOf } from "../core/club/asking";
import { adviseOn, prepare } from "../core/coach/advising";
import { exercise, exerciseOf, THEMES } from "../core/coach/exercises";
import { NothingToSay } from "../core/players/unsolved";
import { review } from "../core/coach/reviewing";
import { strategyCard } from "../core/coach/strategy";
import { NoSuchStep, whatIf } from "../core/coach/what_if";
import { parsePosition, PositionError } from "../core/game/positions";
import { parseRecord, RecordError } from "../core/game/record";
import type { State } from "../core/game/state";
import { Unsolvable } from "../core/odds/refusals";
import { rememberTable, tableOf } from "../core/odds/shelf";
import { comesWithTable, tableName } from "../core/odds/tables";
import { makeBot } from "../core/players/registry";
import type { Bot } from "../core/players/plan";
import { RulesError } from "../core/rules/faults";
import type { Said } from "../core/rules/said";
import { resolve } from "../core/rules/loading";
import type { Ruleset } from "../core/rules/ruleset";
import type { Question, Reply } from "./coach";

const CACHE = "hotdice-tables";
const bots = new Map<string, Bot>();
const asked = new Map<string, Promise<void>>();
/** A bot does not wait for a table; it plays by the turn meanwhile. Who asks for advice waits so long. */
const PATIENCE = 4000;

function say(reply: Reply): void {
  postMessage(reply);
}

/** Fetch the table of a sheet, where it has one; whoever has it once has it without a network too. */
function fetchTable(rules: Ruleset, folder: string): Promise<void> {
  if (!comesWithTable(rules) || tableOf(rules)) return Promise.resolve();
  const name = tableName(rules);
  let asking = asked.get(name);
  if (!asking) {
    say({ reading: name });
    asking = readTable(rules, folder + name)
      .catch(() => {
        asked.delete(name); // the next question tries again
      })
      .finally(() => say({ reading: "" }));
    asked.set(name, asking);
  }
  return asking;
}

async function readTable(rules: Ruleset, address: string): Promise<void> {
  const cache = await openCache();
  const kept = await cache?.match(address);
  if (kept) {
    try {
      rememberTable(rules, new Uint8Array(await kept.arrayBuffer()));
      return;
    } catch {
      await cache?.delete(address); // damaged: it is fetched anew
    }
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`no table at ${address}`);
  const bytes = await answer.arrayBuffer();
  rememberTable(rules, new Uint8Array(bytes)); // a wrong hash throws, and nothing is kept
  await cache?.put(address, new Response(bytes)).catch(() => undefined);
}

async function openCache(): Promise<Cache | null> {
  try {
    return await caches.open(CACHE);
  } catch {
    return null; // over plain http, or where the browser keeps nothing
  }
}

function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((done) => setTimeout(done, milliseconds))]);
}

function unpacked(rules: string, state: object): State {
  return { ...(state as State), rules: resolve(rules) };
}

async function answer(question: Question, folder: string): Promise<unknown> {
  const table = (rules: Ruleset, patience = PATIENCE): Promise<void> => atMost(patience, fetchTable(rules, folder));
  switch (question.type) {
    case "choose": {
      const state = unpacked(question.rules, question.state);
      if (question.bot === "champion") await table(state.rules, 0);
      let bot = bots.get(question.bot);
      if (!bot) bots.set(question.bot, (bot = makeBot(question.bot) ?? (makeBot("greedy") as Bot)));
      return bot.choose(state);
    }
    case "advise": {
      const state = unpacked(question.rules, question.state);
      await table(state.rules);
      return adviseOn(state);
    }
    case "prepare": {
      const rules = resolve(question.rules);
      await table(rules);
      prepare(rules);
      return null;
    }
    case "review": {
      const record = parseRecord(question.record);
      await table(record.rules);
      return review(record);
    }
    case "exercise": {
      if (question.position) {
        await table(parsePosition(question.position).rules);
        return exerciseOf(question.position);
      }
      const rules = resolve(question.rules);
      await table(rules);
      return exercise(rules, question.seed, THEMES.find((theme) => theme === question.theme) ?? null);
    }
    case "card": {
      const rules = resolve(question.rules);
      await table(rules);
      return strategyCard(rules);
    }
    case "club": {
      const rules = rulesOf(question.ask);
      if (rules) await table(rules);
      return answerClub(question.ask);
    }
    case "whatIf": {
      const state = parsePosition(question.position);
      await table(state.rules);
      return whatIf(state, question);
    }
  }
}

/** Why there is no answer, as the server would say it. */
function faultOf(error: unknown): { status: number; code: string; said: Said } {
  // What the coach cannot say is worded in the reader's language; details of a damaged text are in English.
  const told = error instanceof NothingToSay || error instanceof Unsolvable ? error.said : null;
  const detail = told ?? (error instanceof Error ? error.message.slice(0, 280) : "");
  const fault = (status: number, code: string, says: string): ReturnType<typeof faultOf> => ({ status, code, said: { says, values: { error: detail } } });
  if (error instanceof PositionError) return fault(400, "bad_position", "That is no position: {error}.");
  if (error instanceof RecordError) return fault(400, "bad_record", "That is no record: {error}.");
  if (error instanceof RulesError) return fault(400, "bad_rules", "Those are no rules: {error}");
  if (error instanceof NoSuchStep) return fault(409, "no_such_step", "{error}");
  if (error instanceof NothingToSay || error instanceof Unsolvable) {
    return fault(409, "nothing_to_say", "The coach has nothing to say: {error}.");
  }
  return fault(500, "failed", "{error}");
}

addEventListener("message", ({ data }: MessageEvent<{ id: number; question: Question; tables: string }>) => {
  answer(data.question, data.tables).then(
    (found) => say({ id: data.id, answer: found }),
    (error: unknown) => say({ id: data.id, fault: faultOf(error) }),
  );
});
