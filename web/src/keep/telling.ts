// A game that people tell as they play it, in the hands of the referee. Dice that are told are played as dice. People
// may also tap only those they set aside: then the referee judges what is known of the roll, and the record has the
// turn as told by hand, for a record has whole rolls or none.

import { lowestDice } from "../core/game/choices";
import type { Command } from "../core/game/commands";
import type { Event } from "../core/game/events";
import { fold } from "../core/game/evolving";
import { decidedBy, play } from "../core/game/referee";
import { Refusal } from "../core/game/refusals";
import { diceToRoll, mayShow, type State } from "../core/game/state";
import { digits } from "../core/rules/combinations";
import type { Row } from "../game/story";
import type { Line, Turn } from "./ops";

/** A game by its events, as its record has it. */
class Recorded {
  readonly events: Event[] = [];
  /** What was counted after the end, and the state before it: a bonus is counted once, so it is counted anew. */
  #bonus: { before: State; events: number; points: number[] } | undefined;

  constructor(public state: State) {}

  /** Carry out commands, all of them or, where one is refused, none. */
  do(...commands: Command[]): boolean {
    const found = after(this.state, commands);
    if (!found) return false;
    this.state = found.state;
    this.events.push(...found.events);
    return true;
  }

  /** Points outside any turn: a card on the table, a mistake of yesterday; after the end they are a bonus. */
  adjust(seat: number, points: number): void {
    if (this.state.phase !== "over" || this.#bonus === undefined) {
      if (this.do({ type: "Adjust", changes: [[seat, points]] })) return;
      this.#bonus = { before: this.state, events: this.events.length, points: this.state.seats.map(() => 0) };
    }
    const bonus = this.#bonus;
    const more = bonus.points.map((before, index) => before + (index === seat ? points : 0));
    const result = play(bonus.before, { type: "CountBonus", points: more });
    if (result instanceof Refusal) return;
    bonus.points = more;
    this.state = result.state;
    this.events.splice(bonus.events, Infinity, ...result.events);
  }
}

/** Where commands lead, one after the other; null where the referee refuses one. */
function after(state: State, commands: readonly Command[]): { state: State; events: Event[] } | null {
  const events: Event[] = [];
  for (const command of commands) {
    const result = play(state, command);
    if (result instanceof Refusal) return null;
    state = result.state;
    events.push(...result.events);
  }
  return { state, events };
}

/** Faces in the order of dice that can show them, for people tell them as they see them; null where none can. */
function laidOut(state: State, dice: readonly number[], faces: readonly number[]): number[] | null {
  const [die, ...others] = dice;
  if (die === undefined) return [];
  for (const face of new Set(faces)) {
    if (!mayShow(state, die, face)) continue;
    const place = faces.indexOf(face);
    const rest = laidOut(state, others, [...faces.slice(0, place), ...faces.slice(place + 1)]);
    if (rest) return [face, ...rest];
  }
  return null;
}

export class Telling {
  readonly lines: Line[] = [];
  /** What the last tap led to. */
  latest: Event[] = [];
  /** The game as told so far. It goes on when a turn ends. */
  readonly #record: Recorded;
  /** The same game with the turn under way; it also knows which dice a turn left, where the record does not. */
  state: State;
  /** The commands of this turn, as long as they are all known. */
  #moves: Command[] | null = [];
  #loose: number[] = [];
  #rows: Row[] = [];
  #swept: Row[] = [];
  #turns = 0;
  readonly #corrected: ReadonlyMap<number, number | null>;
  /** Whether the dice that may be taken over now are in the record, too. */
  #offerKnown = true;

  constructor(start: State, corrected: ReadonlyMap<number, number | null>) {
    this.state = start;
    this.#record = new Recorded(start);
    this.#corrected = corrected;
  }

  get events(): Event[] {
    return this.#record.events;
  }

  get turn(): Turn {
    const hand = this.state.phase === "over" ? 0 : diceToRoll(this.state).length;
    return { rows: this.#rows, swept: this.#swept, loose: this.#loose, hand, points: this.state.turn_total };
  }

  /** The game with the roll that lies there, so that the referee can be asked about it. */
  get asked(): State {
    return this.#loose.length ? this.#laid(this.#loose) : this.state;
  }

  #laid(faces: number[]): State {
    const { mover: seat, turn, roll } = this.state;
    const dice = [...diceToRoll(this.state)];
    return fold(this.state, [
      { type: "RollAsked", seat, turn, roll: roll + 1, throw: 1, dice },
      { type: "DiceRolled", seat, dice, faces },
    ]);
  }

  /** The commands of the roll that lies there; null where it is not told to the last die, or is none of these dice. */
  get #thrown(): Command[] | null {
    const dice = diceToRoll(this.state);
    if (!this.#loose.length || this.#loose.length !== dice.length) return null;
    const faces = laidOut(this.state, dice, this.#loose);
    return faces && [{ type: "Roll", seat: this.state.mover }, { type: "Throw", faces }];
  }

  #begin(): void {
    [this.#moves, this.#loose, this.#rows, this.#swept] = [[], [], [], []];
  }

  face(face: number): void {
    if (this.#loose.length >= this.turn.hand) return;
    this.#loose = [...this.#loose, face];
    const roll = this.#thrown;
    if (!roll || !this.#moves || !decidedBy(this.asked)) return;
    // This roll ends the game, or the game of its player.
    const found = after(this.state, roll);
    if (!found || !this.#record.do(...this.#moves, ...roll)) return;
    this.latest = found.events;
    this.state = found.state;
    this.#begin();
  }

  /** Set dice of the roll aside; whether the referee allows it. */
  keep(faces: readonly number[]): boolean {
    const { mover: seat } = this.state;
    const roll = this.#thrown;
    const lies = roll ? after(this.state, roll)?.state : this.#laid(this.#loose);
    if (!faces.length || lies?.step !== "keep") return false;
    const dice = lowestDice(lies, digits(faces));
    const move: Command = { type: "Keep", seat, dice };
    const kept = dice.length === faces.length ? after(lies, [move]) : null;
    if (!kept) return false;
    this.#moves = roll && this.#moves && [...this.#moves, ...roll, move];
    this.#loose = [];
    const points = kept.state.turn_total - this.state.turn_total;
    this.#rows = [...this.#rows, { dice: [], faces: [...faces].sort((a, b) => a - b), points }];
    this.latest = kept.events;
    this.state = kept.state;
    // Hot dice: the rows go back into the hand.
    if (!this.state.hand.length) [this.#swept, this.#rows] = [[...this.#swept, ...this.#rows], []];
    return true;
  }

  /** Stop, with these dice of the roll set aside before. */
  bank(faces: readonly number[]): void {
    this.keep(faces);
    const { mover: seat, turn_total: points } = this.state;
    const stop: Command = { type: "Bank", seat };
    const stopped = after(this.state, [stop]);
    const whole = this.#moves && [...this.#moves, stop];
    const played = this.#end(points, false, stopped && whole);
    if (!stopped || played === "corrected") return;
    // The dice that are left may be taken over, also where the record does not know them.
    this.state = stopped.state;
    this.#offerKnown = played === "dice";
  }

  farkle(): void {
    const roll = this.#thrown;
    const moves = roll && this.#moves && [...this.#moves, ...roll];
    const farkled = moves && after(this.#record.state, moves)?.events.some((event) => event.type === "Farkled");
    this.#end(null, false, farkled ? moves : null);
  }

  /** Go on with what the player before has left. */
  takeOver(): void {
    const take: Command = { type: "TakeOver", seat: this.state.mover };
    const taken = after(this.state, [take]);
    if (!taken) return;
    this.latest = taken.events;
    this.state = taken.state;
    this.#moves = this.#offerKnown ? [take] : null;
    this.#loose = [];
  }

  /** A whole turn by its points alone. */
  points(points: number, ruling: boolean): void {
    this.#end(points, ruling, null);
  }

  /** End the turn: as corrected later, else by its dice, else as told; what is not allowed is written by ruling. */
  #end(told: number | null, ruling: boolean, moves: Command[] | null): "corrected" | "dice" | "told" {
    const { mover: seat, seats } = this.#record.state;
    const from = this.events.length;
    const corrected = this.#corrected.get(this.#turns++);
    const points = corrected === undefined ? told : corrected;
    const enter: Command = { type: "EnterTurn", seat, points };
    let played: "corrected" | "dice" | "told" = corrected === undefined ? "told" : "corrected";
    if (played === "told" && moves && this.#record.do(...moves)) played = "dice";
    else if (played === "corrected" || ruling || !this.#record.do(enter)) this.#record.do({ ...enter, ruling: true });
    this.latest = this.events.slice(from);
    this.state = this.#record.state;
    this.#offerKnown = true;
    this.#begin();
    if (!this.latest.length) return played;
    const line: Line = { seat, points: null, penalty: 0, opens: !seats[seat]?.opened && !!this.state.seats[seat]?.opened };
    for (const event of this.latest) {
      if (event.type === "Banked") line.points = event.points;
      if (event.type === "Farkled") line.penalty = event.penalty;
    }
    this.lines.push(line);
    return played;
  }

  adjust(seat: number, points: number): void {
    const before = this.events.length;
    this.#record.adjust(seat, points);
    if (this.state.phase === "over") this.state = this.#record.state;
    else if (this.events.length > before) this.state = fold(this.state, this.events.slice(before));
  }

  /** What happens beside the turns: somebody comes or goes; whether the referee allows it. */
  beside(command: Command): boolean {
    const before = this.events.length;
    const { turn } = this.state;
    if (!this.#record.do(command)) return false;
    this.latest = this.events.slice(before);
    this.state = fold(this.state, this.latest);
    if (this.state.turn !== turn || this.state.phase === "over") this.#begin();
    return true;
  }
}
