// The notation of play: one line a turn, words that a person can read and type (docs/records.md).

import { DIE } from "./card_positions";
import { lowestDice } from "./choices";
import type { Command } from "./commands";
import type { Event, EventOf } from "./events";
import { evolve } from "./evolving";
import { RecordError } from "./frames";
import { play } from "./referee";
import { Refusal } from "./refusals";
import { printRuling, readRuling } from "./ruling_words";
import { seatOf, type State } from "./state";

/** The lines of a game. */
export function printTurns(start: State, events: readonly Event[], names: readonly string[]): string[] {
  let state = start;
  let words: string[] = [];
  let note = "";
  let told = false; // the last word already says that the turn ended
  const lines: string[] = [];
  const heading = (): string =>
    state.phase === "roll_off" ? "off |" : `${state.turn} ${names[state.mover] ?? ""} |`;
  let prefix = heading();
  const flush = (): void => {
    if (words.length) lines.push(`${prefix} ${words.join(" ")}${note}`);
    words = [];
    note = "";
    if (state.phase !== "over") prefix = heading();
  };
  const keep = (event: EventOf<"DiceKept">): void => {
    const faces = [...event.faces].sort((a, b) => a - b).join("");
    const lowest = lowestDice(state, faces).join() === event.dice.join();
    const kept = `:${lowest ? faces : `@${event.dice.map((die) => DIE.charAt(die)).join("")}`}`;
    const last = words.at(-1);
    if (last !== undefined && /^[1-7]+$/.test(last)) words[words.length - 1] = last + kept;
    else words.push(kept);
  };
  events.forEach((event, index) => {
    const next = events[index + 1];
    switch (event.type) {
      case "RollAsked":
        // Where dice lie on the table, the card's own word asks for these.
        if (next?.type !== "DiceRolled" && !state.faces.length) words.push("*");
        break;
      case "DiceRolled":
        words.push(event.faces.join(""));
        break;
      case "DiceKept":
        keep(event);
        break;
      case "Banked":
        if (!told) words.push(`=${event.points}`);
        break;
      case "Farkled":
        if (!told) words.push(event.penalty ? `x-${event.penalty}` : "x");
        break;
      case "TookOver":
        words.push("take");
        break;
      case "TurnEntered":
        words.push(`hand=${event.points ?? "x"}${event.ruling ? "!" : ""}`);
        break;
      case "TurnTimedOut":
        words.push("timeout");
        break;
      case "Resigned":
        words.push(`resign@${event.seat + 1}`);
        break;
      case "AdviceUsed":
        words.push(`advice@${event.seat + 1}`);
        break;
      case "Corrected":
        words.push(`correct@${event.seat + 1}=${event.total},${event.opened ? "y" : "n"},${event.farkles}`);
        break;
      case "CardPlayed": {
        const target = event.target >= 0 ? `>${event.target + 1}` : "";
        const dice = event.dice.length ? `:@${event.dice.map((die) => DIE.charAt(die)).join("")}` : "";
        words.push(`card=${event.card}${target}${dice}`);
        break;
      }
      case "WindowOpened":
        if (event.window === "on_stop" && next?.type !== "WindowPassed") words.push("stop");
        break;
      default: {
        const word = printRuling(event);
        if (word) words.push(word);
      }
    }
    told = event.type === "TurnEntered" || event.type === "TurnTimedOut";
    state = evolve(state, event);
    if (event.type === "Banked" || event.type === "Farkled") note = `  # ${seatOf(state, event.seat).total}`;
    if (event.type === "TurnBegan" || event.type === "FirstPlayerSet" || event.type === "RollOffTied") flush();
  });
  flush();
  return lines;
}

/** The events of a game from its lines, each word played by the referee. */
export function replayTurns(
  start: State,
  lines: Iterable<readonly [number, string]>,
  names: readonly string[],
): { state: State; events: Event[] } {
  const player = new Player(start, names);
  for (const [number, line] of lines) player.run(number, line);
  return player;
}

class Player {
  readonly events: Event[] = [];
  #latest: Event[] = [];
  /** Whether the last word recorded the turn, and the next one only says how much. */
  #recorded = false;
  #line = 0;
  /** Of the last who has ended a turn in this line: a comment that is a number is this total, and must be. */
  #total: number | null = null;

  constructor(
    public state: State,
    readonly names: readonly string[],
  ) {}

  #fail(message: string): RecordError {
    return new RecordError(message, this.#line);
  }

  run(number: number, line: string): void {
    this.#line = number;
    const bar = line.indexOf("|");
    if (bar >= 0) this.#checkPrefix(line.slice(0, bar).trim());
    const [words = "", ...comment] = (bar >= 0 ? line.slice(bar + 1) : line).split("#");
    this.#total = null;
    for (const word of words.split(/\s+/)) if (word) this.#word(word);
    const said = comment.join("#").trim();
    if (this.#total !== null && /^-?\d{1,9}$/.test(said) && Number(said) !== this.#total) {
      throw this.#fail(`the total is ${this.#total as number} after this turn, not ${said}`);
    }
  }

  #checkPrefix(prefix: string): void {
    if (prefix === "off") {
      if (this.state.phase !== "roll_off") throw this.#fail("the first player is already known");
      return;
    }
    const match = /^(\d{1,9})(?:\s+(.*))?$/.exec(prefix);
    if (!match) throw this.#fail("before the bar stand the number of the turn and a name");
    if (this.state.phase === "roll_off") throw this.#fail("the first player is not known yet");
    if (Number(match[1]) !== this.state.turn) throw this.#fail(`this is turn ${this.state.turn}, not ${match[1]}`);
    const name = this.names[this.state.mover];
    if (match[2] && name !== undefined && match[2] !== name) throw this.#fail(`it is the turn of ${name}`);
  }

  #play(command: Command): void {
    const result = play(this.state, command);
    if (result instanceof Refusal) throw this.#fail(result.sentence);
    for (const event of result.events) {
      this.state = evolve(this.state, event);
      if (event.type === "Banked" || event.type === "Farkled") this.#total = seatOf(this.state, event.seat).total;
    }
    this.state = result.state;
    this.#latest = result.events;
    this.events.push(...result.events);
  }

  #word(word: string): void {
    this.#recorded = this.#carryOut(word, this.state.mover);
  }

  /** Play one word; whether it recorded the turn and the next one only says how much. */
  #carryOut(word: string, seat: number): boolean {
    let match: RegExpExecArray | null;
    if (word === "*") this.#play({ type: "Roll", seat });
    else if (word === "timeout") this.#play({ type: "TimeOut", seat });
    else if (word === "take") this.#play({ type: "TakeOver", seat });
    else if ((match = /^=(\d{1,9})$/.exec(word))) {
      if (!this.#recorded && this.state.step !== "stop") this.#play({ type: "Bank", seat });
      if (this.state.step === "stop") this.#play({ type: "PassWindow", seat });
      this.#checkPoints(Number(match[1]));
    } else if (word === "stop") {
      this.#play({ type: "Bank", seat });
      if ((this.state.step as string) !== "stop") {
        throw this.#fail("nobody holds a card for this stop: write the points that it recorded");
      }
    } else if (word === "pass") {
      this.#play({ type: "PassWindow", seat });
      return this.#hasRecorded();
    } else if ((match = /^card=([a-z0-9-]{1,60})(?:>(\d{1,2}))?(?::@([1-9a]{1,10}))?$/.exec(word))) {
      const target = match[2] ? Number(match[2]) - 1 : -1;
      const dice = [...(match[3] ?? "")].map((letter) => DIE.indexOf(letter));
      this.#play({ type: "PlayCard", seat, card: match[1] ?? "", target, dice });
      return this.#hasRecorded();
    } else if ((match = /^x(?:-(\d{1,9}))?$/.exec(word))) {
      if (this.state.step === "farkle") this.#play({ type: "PassWindow", seat });
      this.#checkFarkle(Number(match[1] ?? 0));
    } else if ((match = /^hand=(?:x|(\d{1,9})(!?))$/.exec(word))) {
      const points = match[1] === undefined ? null : Number(match[1]);
      this.#play({ type: "EnterTurn", seat, points, ruling: match[2] === "!" });
    } else if ((match = /^(resign|advice)@(\d{1,2})$/.exec(word))) {
      this.#play({ type: match[1] === "resign" ? "Resign" : "UseAdvice", seat: Number(match[2]) - 1 });
    } else if ((match = /^correct@(\d{1,2})=(-?\d{1,9}),([yn]),(\d{1,2})$/.exec(word))) {
      const [index, total, farkles] = [Number(match[1]) - 1, Number(match[2]), Number(match[4])];
      this.#play({ type: "Correct", seat: index, total, opened: match[3] === "y", farkles });
    } else if ((match = /^([1-7]{1,10})?(?::([1-7]{1,10}|@[1-9a]{1,10}))?$/.exec(word))) {
      this.#dice(match[1], match[2]);
    } else {
      const ruling = readRuling(word);
      if (!ruling) throw this.#fail(`'${word.slice(0, 30)}' is not a word of the notation`);
      this.#play(ruling);
    }
    return false;
  }

  #hasRecorded(): boolean {
    return this.#latest.some((event) => event.type === "Banked");
  }

  #dice(faces: string | undefined, kept: string | undefined): void {
    if (faces) {
      if (this.state.step !== "wait") this.#play({ type: "Roll", seat: this.state.mover });
      this.#play({ type: "Throw", faces: [...faces].map(Number) });
    }
    if (!kept) return;
    let dice: number[];
    if (kept.startsWith("@")) dice = Array.from(kept.slice(1), (letter) => DIE.indexOf(letter));
    else {
      dice = lowestDice(this.state, kept);
      if (dice.length !== kept.length) throw this.#fail(`${kept} is not in the roll`);
    }
    this.#play({ type: "Keep", seat: this.state.mover, dice });
  }

  #checkPoints(points: number): void {
    const banked = this.#latest.find((event) => event.type === "Banked");
    if (banked?.points !== points) throw this.#fail(`this turn records ${banked?.points ?? "None"}, not ${points}`);
  }

  #checkFarkle(penalty: number): void {
    const farkled = this.#latest.find((event) => event.type === "Farkled");
    if (!farkled) throw this.#fail("this roll is not a farkle");
    if (farkled.penalty !== penalty) throw this.#fail(`this farkle costs ${farkled.penalty}, not ${penalty}`);
  }
}
