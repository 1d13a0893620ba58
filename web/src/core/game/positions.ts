// A position as one line of text that is safe in a link: the FEN of Farkle. docs/records.md has the whole grammar.

import { bagsFor } from "../rules/bags";
import { RulesError } from "../rules/faults";
import { load, reference, resolve } from "../rules/loading";
import { isTable } from "../rules/reading";
import { sortedJson } from "../rules/canonical";
import { allowsSeats, tableOf, type Ruleset } from "../rules/ruleset";
import { shipped } from "../rules/sheets";
import { DIE, parseCards, PositionError, printCards } from "./card_positions";
import { cardPlays } from "./playing_cards";
import { mayShow, moverOf, numbersTo, weightsOf, type Phase, type Seat, type State } from "./state";

export { PositionError } from "./card_positions";

const LONGEST = 40_000;

/** The position of a state as text; a PositionError where there is none. */
export function printPosition(state: State): string {
  if (state.phase === "over") throw new PositionError("the game is over, so there is no position to play from");
  if (state.phase === "roll_off") throw new PositionError("the first player is not known yet, so there is no position");
  const changed = !state.cards && state.turn_dice !== state.rules.dice; // cards say it themselves
  if (changed || state.seats.some((seat) => seat.dice)) {
    throw new PositionError("the table has changed the number of dice, which a position cannot say");
  }
  const fields = [
    printRules(state.rules),
    `r${state.round}`,
    `s${state.starter + 1}`,
    `m${state.mover + 1}`,
    printPhase(state),
    state.seats.map((seat, index) => printSeat(seat, state.bags[index])).join("_"),
    printTurn(state),
  ];
  if (state.cards) fields.push(printCards(state));
  return fields.join("~");
}

function printPhase(state: State): string {
  if (state.phase === "last") return `l${state.trigger + 1}`;
  return state.phase === "play_off" ? `p${state.contenders.map((seat) => seat + 1).join(".")}` : "n";
}

function printRules(rules: Ruleset): string {
  const text = reference(rules);
  if (!text.startsWith("{")) return text;
  const { base = "", ...data } = JSON.parse(text) as Record<string, unknown>;
  const packed = btoa(sortedJson(data)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${String(base)}.${packed}`;
}

function printSeat(seat: Seat, bag: string | undefined): string {
  const text = `${seat.total}.${seat.farkles}.${seat.gone ? "g" : ""}${seat.opened ? "y" : "n"}`;
  return bag === undefined ? text : `${text}.${toBase32(bag)}`;
}

function printTurn(state: State): string {
  let text = `t${state.turn_total}.${state.hand.length}`;
  if (state.faces.length) text += `.${state.faces.join("")}`;
  else if (state.step === "wait") text += ".w";
  else if (state.step === "stop") text += ".s";
  else if (state.step === "roll" && state.turn_total) text += ".t";
  if (weightsOf(state).length && state.hand.length && state.hand.length < state.turn_dice) {
    text += `.d${state.hand.map((die) => DIE.charAt(die)).join("")}`;
  }
  return state.offer ? `${text}.p${state.offer}.${state.offered.map((die) => DIE.charAt(die)).join("")}` : text;
}

/** The state that a position describes; play can go on from it. A PositionError says why there is none. */
export function parsePosition(text: string): State {
  if (text.length > LONGEST) throw new PositionError("a position has at most 40,000 characters");
  const fields = text.trim().split("~");
  if (fields.length !== 7 && fields.length !== 10) {
    throw new PositionError("a position has seven fields: RULES~rN~sN~mN~PHASE~SEATS~TURN, and three for cards");
  }
  const [rulesField = "", roundField = "", first = "", moving = "", phaseField = "", seatsField = "", turn = ""] = fields;
  const rules = parseRules(rulesField);
  if ((fields.length === 10) !== (rules.deck !== null)) {
    throw new PositionError("a sheet with cards has ten fields, one without has seven fields");
  }
  const parts = seatsField.split("_").map((part) => /^([^.]*(?:\.[^.]*){0,2})(?:\.([a-z2-7]{1,640}))?$/.exec(part));
  const seats = parts.map((part) => parseSeat(part?.[1] ?? "", rules));
  const count = seats.length;
  if (!allowsSeats(rules, count)) throw new PositionError(`${rules.title} is not for ${count} players`);
  const round = parseNumber("round", roundField, "r", 1_000_000);
  const starter = parseNumber("first player", first, "s", count) - 1;
  const mover = parseNumber("mover", moving, "m", count) - 1;
  if (seats[mover]?.gone) throw new PositionError(`seat ${mover + 1} has left and cannot be to move`);
  const state: State = {
    rules,
    seats,
    ...parsePhase(phaseField, count),
    step: "roll",
    mover,
    starter,
    round,
    turn: (round - 1) * count + ((mover - starter + count) % count) + 1,
    roll: 0,
    throw: 0,
    turn_total: 0,
    turn_dice: rules.dice,
    hand: [],
    faces: [],
    thrown_off: [],
    winners: [],
    reason: "",
    remarks: [],
    cards: null,
    offer: 0,
    offered: [],
    bags: parseBags(rules, parts.map((part) => part?.[2] ?? "")),
  };
  checkPhase(state);
  return withTurn(rules.deck ? parseCards(state, fields.slice(7)) : state, turn);
}

function parseBags(rules: Ruleset, bags: readonly string[]): string[] {
  if (!bags.some(Boolean)) return [];
  try {
    return bagsFor(rules, bags.length, bags.map(fromBase32));
  } catch (error) {
    if (error instanceof RangeError) throw new PositionError(`the own dice of a seat: ${error.message}`);
    throw error;
  }
}

const BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

function toBase32(text: string): string {
  const bits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((part) => BASE_32.charAt(parseInt(part.padEnd(5, "0"), 2))).join("");
}

function fromBase32(text: string): string {
  if ([1, 3, 6].includes(text.length % 8)) throw new RangeError("Incorrect padding");
  const bits = Array.from(text, (letter) => BASE_32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((part) => parseInt(part, 2));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function parseRules(text: string): Ruleset {
  const dot = text.indexOf(".");
  const name = dot < 0 ? text : text.slice(0, dot);
  if (dot < 0) {
    if (!shipped().includes(name)) throw new PositionError(`'${name.slice(0, 40)}' is not a shipped sheet`);
    return load(name);
  }
  let data: unknown;
  try {
    const bytes = atob(text.slice(dot + 1).replaceAll("-", "+").replaceAll("_", "/"));
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
    data = JSON.parse(decoded);
  } catch {
    throw new PositionError("the house rules in the position cannot be read");
  }
  if (!isTable(data) || "base" in data) throw new PositionError("the house rules in the position are not a table");
  try {
    return resolve(JSON.stringify(name ? { ...data, base: name } : data));
  } catch (error) {
    if (error instanceof RulesError) throw new PositionError(error.message);
    throw error;
  }
}

function parseNumber(what: string, text: string, letter: string, high: number): number {
  const match = new RegExp(`^${letter}(\\d{1,7})$`).exec(text);
  const number = Number(match?.[1]);
  if (!match || number < 1 || number > high) {
    const most = high.toLocaleString("en-US");
    throw new PositionError(`the ${what} must be ${letter} and a number from 1 to ${most}, not '${text.slice(0, 20)}'`);
  }
  return number;
}

function parseSeat(text: string, rules: Ruleset): Seat {
  const match = /^(-?\d{1,9})\.(\d{1,2})\.([yng])([yn]?)$/.exec(text);
  if (!match || (match[3] === "g") !== (match[4] !== "")) {
    throw new PositionError(`a seat is TOTAL.FARKLES.y or n (gy, gn for one who left), not '${text.slice(0, 20)}'`);
  }
  const farkles = Number(match[2]);
  if (farkles > rules.penalty.count) {
    throw new PositionError(`${farkles} farkles in a row are more than this sheet counts`);
  }
  const opened = (match[4] || match[3]) === "y";
  return { total: Number(match[1]), opened, farkles, gone: match[3] === "g", dice: 0 };
}

function parsePhase(text: string, count: number): { phase: Phase; trigger: number; contenders: number[] } {
  if (text === "n") return { phase: "normal", trigger: -1, contenders: [] };
  const last = Number(/^l(\d{1,2})$/.exec(text)?.[1]);
  if (last >= 1 && last <= count) return { phase: "last", trigger: last - 1, contenders: [] };
  const tied = /^p(\d{1,2}(?:\.\d{1,2})+)$/.exec(text)?.[1];
  const seats = (tied ?? "").split(".").map((part) => Number(part) - 1);
  if (tied && new Set(seats).size === seats.length && seats.every((seat) => seat >= 0 && seat < count)) {
    return { phase: "play_off", trigger: -1, contenders: seats };
  }
  throw new PositionError(`the phase is n, l and the trigger's seat, or p and the tied seats, not '${text.slice(0, 20)}'`);
}

/** Refuse what no game can reach, so that nothing later stumbles over it. */
function checkPhase(state: State): void {
  const { rules } = state;
  if (rules.opening === 0 && !state.seats.every((seat) => seat.opened)) {
    throw new PositionError("this sheet has no opening minimum, so every seat is on the board (y)");
  }
  if (state.phase === "last") {
    if (!rules.target || rules.last_chance === "none") throw new PositionError("this sheet has no last turns");
    if (state.mover === state.trigger) throw new PositionError("the seat that reached the target does not play again");
  }
  if (state.phase === "play_off") {
    if (rules.ties !== "play_off") throw new PositionError("this sheet has no play-off");
    const gone = state.contenders.some((seat) => state.seats[seat]?.gone);
    if (!state.contenders.includes(state.mover) || gone) {
      throw new PositionError("the mover must be one of the tied seats, and none of them may have left");
    }
  }
  if (state.phase === "normal" && rules.rounds && state.round > rules.rounds) {
    throw new PositionError(`this sheet has ${rules.rounds} rounds`);
  }
  moverOf(state);
}

function withTurn(before: State, text: string): State {
  const match = /^t(\d{1,9})\.(\d{1,2})(?:\.([1-7]{1,10}|[wst]))?(?:\.d([0-9a]{1,10}))?(?:\.p(\d{1,9})\.([1-9a]{1,10}))?$/.exec(text);
  if (!match) throw new PositionError(`the turn is tTOTAL.DICE, then .ROLL or .w, not '${text.slice(0, 30)}'`);
  const [total, count, roll, numbers] = [Number(match[1]), Number(match[2]), match[3], match[4]];
  const fresh = total === 0 && roll === undefined;
  const state = match[5] === undefined ? before : offered(before, Number(match[5]), match[6] ?? "", fresh);
  const played = state.cards?.played ?? false;
  const full = state.turn_dice + (state.cards?.owed ?? 0);
  if (count > full) throw new PositionError(`there are ${full} dice, not ${count}`);
  // A card may have brought dice in mid-turn.
  if (total === 0 && count !== full && !(played && roll)) {
    throw new PositionError("a turn without points has all its dice in hand");
  }
  if (count === 0 && roll !== undefined && roll !== "s") {
    throw new PositionError("with no die in hand nothing can be rolled");
  }
  const hand = numbers ? parseDice(numbers, count, full) : numbersTo(count);
  if (total === 0 && roll === undefined) return { ...steady(state), hand };
  if (roll === "t") {
    if (!state.rules.piggyback || !total || !count || !moverOf(state).opened) {
      throw new PositionError("points are taken over by piggyback, with dice, by who is on the board");
    }
    return { ...state, turn_total: total, hand };
  }
  const begun = { turn_total: total, hand, roll: 1, throw: 1 } as const;
  if (roll === undefined || roll === "s") {
    // Hot dice are written as no dice in hand.
    if (count === full) throw new PositionError("after a keep fewer dice are in hand; hot dice are written as 0");
    const decided: State = { ...steady(state), step: "decide", ...begun };
    return roll ? stopped(decided) : decided;
  }
  if (roll === "w") return { ...steady(state), step: "wait", ...begun };
  if (roll.length !== count) throw new PositionError(`${count} dice are in hand, but the roll shows ${roll.length}`);
  const faces = [...roll].map(Number);
  if (!hand.every((die, index) => mayShow(state, die, faces[index] ?? 0))) {
    throw new PositionError("one of these dice never shows that face");
  }
  return onTheTable({ ...state, step: "keep", ...begun, faces });
}

/** The state with points and dice that the mover may take over. */
function offered(state: State, points: number, dice: string, fresh: boolean): State {
  if (!state.rules.piggyback || !points || !fresh || !moverOf(state).opened) {
    throw new PositionError("by piggyback points are offered before the first roll, to who is on the board");
  }
  return { ...state, offer: points, offered: parseDice(dice, dice.length, state.rules.dice) };
}

/** The state itself, where no dice of the table are in the air again. */
function steady(state: State): State {
  if (state.cards?.again.length) {
    throw new PositionError("dice can be in the air again only where a roll lies on the table");
  }
  return state;
}

function stopped(before: State): State {
  const state: State = { ...before, step: "stop" };
  if (!cardPlays(state).length) throw new PositionError("nobody holds a card for this stop: the turn is over");
  return state;
}

/** A roll on the table: something to keep, a card for a dead roll, or dice in the air again. */
function onTheTable(state: State): State {
  const { cards } = state;
  if (cards?.again.length) {
    if ((cards.again.at(-1) ?? 0) > state.hand.length) {
      throw new PositionError("dice that are in the air again must be dice of the roll");
    }
    const again = cards.again.map((place) => state.hand[place - 1] ?? 0);
    return { ...state, step: "wait", throw: 2, cards: { ...cards, again } };
  }
  if (tableOf(state.rules).options(state.faces).length) return state;
  const dead: State = { ...state, step: "farkle" };
  if (!cardPlays(dead).length) {
    throw new PositionError(`the roll ${state.faces.join("")} is a farkle: the turn is over`);
  }
  return dead;
}

function parseDice(text: string, count: number, full: number): number[] {
  const dice = [...text].map((letter) => DIE.indexOf(letter));
  const ascending = dice.every((die, index) => index === 0 || die > (dice[index - 1] ?? 0));
  if (dice.length !== count || !ascending || (dice[0] ?? 0) < 1 || (dice.at(-1) ?? 0) > full) {
    throw new PositionError(`the dice in hand must be ${count} different numbers from 1 to ${full}, ascending`);
  }
  return dice;
}
