// Review of a recorded game: what every decision cost, how lucky every throw was, what that leaves.

import type { Event, EventOf } from "../game/events";
import { evolve } from "../game/evolving";
import { holdsCardFor } from "../game/playing_cards";
import { openingState, type GameRecord } from "../game/record";
import { active, moverOf, started, totals, type State } from "../game/state";
import { rulesHash } from "../rules/canonical";
import { forATable } from "../rules/loading";
import { tableOf } from "../rules/ruleset";
import { english, said } from "../rules/said";
import { bestOf, optionOf, positionText, reasonFor } from "./advising";
import type { Class, Review, Source, Summary, Unit } from "./forms";
import { Ledger, minus, plus } from "./ledger";
import { NothingToSay } from "../players/unsolved";
import { checkMoment } from "./places";
import { reason } from "./reasons";
import { classOf, EQUAL, gradeOf, reviewUnit, whole } from "./scales";
import { diceAlone, valuesFor } from "../players/values";
import { chancesToBegin } from "./starting";
import type { Choice, SolvedTurn, Values } from "../players/solved_turns";
import { verdict } from "./verdicts";

/** So many costliest moments, and luckiest throws, are pointed out. */
const SHOWN = 3;

const RULINGS: Partial<Record<Event["type"], string>> = {
  TurnEntered: "a turn told without its dice",
  TurnTimedOut: "time ran out",
  Resigned: "somebody left",
  Corrected: "a correction",
  SeatTaken: "somebody joined",
  Adjusted: "points outside any turn",
  DiceSet: "another number of dice",
  GoalMoved: "another end of the game",
  BonusCounted: "a bonus",
  PointsMoved: "points moved by a card",
  GoldCounted: "Gold Pieces",
};

/** The coach's report on a game; NothingToSay where nothing is known about such a game. */
export function review(record: GameRecord, unit: Unit | null = null): Review {
  return new Reviewer(record, unit).run();
}

class Reviewer {
  readonly #record: GameRecord;
  readonly #unit: Unit;
  readonly #scale: number;
  readonly #ledger: Ledger;
  #state: State;
  #view: SolvedTurn | null = null;
  #winning: SolvedTurn | null = null;
  #values: Values | null = null;
  /** Turns with cards by what they are about. */
  readonly #views = new Map<string, SolvedTurn>();
  #source: Source | null = null;
  /** Where dice were set aside, and which. */
  #pending: { state: State; step: number; faces: string } | null = null;
  /** What happened that no value is known for yet. */
  #waiting: { what: string; step: number; seat: number } | null = null;
  #beginnings: number[][] | null = null;
  #alone = false;
  #base: number[] = [];

  constructor(record: GameRecord, unit: Unit | null) {
    this.#record = record;
    this.#state = openingState(record);
    this.#unit = unit ?? reviewUnit(this.#state);
    this.#scale = whole(forATable(record.rules), this.#unit);
    this.#ledger = new Ledger(record.names.length);
  }

  run(): Review {
    if (this.#state.phase === "roll_off") this.#rollOff(0, null);
    else if (this.#state.phase !== "over") this.#enter(0);
    this.#record.events.forEach((event, index) => {
      const after = evolve(this.#state, event);
      this.#event(index + 1, event, after);
      this.#state = after;
    });
    this.#settle(this.#record.events.length);
    return this.#report();
  }

  #event(step: number, event: Event, after: State): void {
    const before = this.#state;
    switch (event.type) {
      case "DiceRolled":
        if (before.phase === "roll_off") {
          this.#state = after;
          this.#rollOff(step, event);
        } else this.#rolled(step, event, after);
        break;
      case "FirstPlayerSet":
      case "TurnBegan":
        this.#state = after;
        this.#enter(step);
        break;
      case "RollAsked":
        if (before.phase === "roll_off" || before.faces.length) break;
        if (before.step !== "roll") this.#decide(step, "roll");
        break;
      case "DiceKept":
        this.#settle(step);
        this.#pending = { state: before, step, faces: [...event.faces].sort((a, b) => a - b).join("") };
        break;
      case "WindowOpened":
        if (event.window === "on_stop") this.#decide(step, "bank");
        break;
      case "CardPlayed":
        this.#settle(step); // whether to play it is not judged: the dice alone are
        break;
      case "Banked":
        if (!this.#waiting && before.step !== "stop") this.#decide(step, "bank");
        break;
      case "GameEnded":
        this.#end(step, after);
        break;
      default: {
        const what = RULINGS[event.type];
        if (!what) break;
        this.#settle(step);
        this.#waiting ??= { what, step, seat: before.mover };
      }
    }
  }

  /** The values for a turn, null where nothing is known about it. */
  #known(state: State): Values | null {
    try {
      checkMoment(state);
      if (this.#unit === "points" && state.phase === "play_off") return null; // play-offs are for the win
      return this.#valuesOf(state);
    } catch (error) {
      if (error instanceof NothingToSay) return null;
      throw error;
    }
  }

  #valuesOf(state: State): Values {
    return state.cards ? diceAlone(state) : valuesFor(state, this.#unit);
  }

  /** The turn at hand as it stands at a moment; a card changes what it is about. */
  #viewAt(state: State): SolvedTurn | null {
    const { cards } = state;
    if (!cards || !this.#view) return this.#view;
    const seat = moverOf(state);
    const working = cards.in_play.filter((entry) => entry.target === state.mover).map((entry) => entry.card);
    const key = [state.mover, seat.opened, seat.farkles, state.turn_dice, ...working].join();
    let view = this.#views.get(key);
    if (!view) this.#views.set(key, (view = diceAlone(state).turn({ ...state, turn_total: 0 })));
    return view;
  }

  /** A turn begins. */
  #enter(step: number): void {
    const state = this.#state;
    this.#view = this.#winning = null;
    const values = this.#known(state);
    if (!values) {
      const rolled = this.#record.events.some((event) => event.type === "DiceRolled");
      if (!this.#ledger.begun && rolled) this.#valuesOf(state); // says why
      return;
    }
    this.#values = values;
    this.#alone = values.alone;
    this.#view = values.turn(state);
    if (!this.#source || this.#view.source.kind !== "exact") this.#source = this.#view.source;
    this.#winView(state);
    const worth = this.#padded(this.#view.waiting(state).seats);
    if (!this.#ledger.begun) {
      this.#ledger.begin(this.#alone ? plus(worth, totals(state)) : worth, step, state.turn);
    } else if (this.#alone) {
      this.#resolve(this.#ledger.now, step);
      this.#ledger.grow(worth);
    } else {
      this.#resolve(worth, step);
      this.#ledger.slip(worth, step, state.turn);
    }
    this.#base = this.#alone ? minus(this.#ledger.now, worth) : worth.map(() => 0);
  }

  /** In points, what wins is looked at too: who gives up points for the win makes no mistake. */
  #winView(state: State): void {
    if (this.#unit === "win" || active(state).length > 2 || state.cards) return;
    try {
      const values = valuesFor(state, "win");
      this.#winning = values.turn(state);
    } catch (error) {
      if (!(error instanceof NothingToSay)) throw error;
    }
  }

  #padded(values: readonly number[]): number[] {
    return Array.from({ length: this.#ledger.seats }, (_, seat) => values[seat] ?? 0);
  }

  /** What the whole game is worth, from what the turn is. */
  #worth(values: readonly number[]): number[] {
    return plus(this.#padded(values), this.#base);
  }

  /** What happened without a value of its own has one now. */
  #resolve(values: number[], step: number): void {
    if (!this.#waiting) return;
    const { what, step: when, seat } = this.#waiting;
    this.#waiting = null;
    const change = this.#ledger.move(values, step, this.#state.turn);
    if (change.some(Boolean)) this.#ledger.others.push({ step: when, turn: this.#state.turn, seat, what, change });
  }

  /** Who begins is decided by dice, and what beginning is worth makes their luck. */
  #rollOff(step: number, event: EventOf<"DiceRolled"> | null): void {
    if (this.#unit === "points") return;
    const state = this.#state;
    this.#beginnings ??= this.#worthOfBeginning(state);
    const begin = this.#beginnings;
    if (!begin) return;
    const chances = chancesToBegin(state);
    const values = state.seats.map((_, seat) =>
      chances.reduce((sum, chance, first) => sum + chance * (begin[first]?.[seat] ?? 0), 0),
    );
    if (!event) return this.#ledger.begin(this.#padded(values), step, 0);
    const { seat } = event;
    const before = this.#ledger.now[seat] ?? 0;
    const change = this.#ledger.move(this.#padded(values), step, 0);
    const luck = change[seat] ?? 0;
    const common = { step, turn: 0, round: 0, seat, faces: String(event.faces[0]), dice: 1, farkle: false };
    this.#ledger.rolls.push({ ...common, before, after: this.#ledger.now[seat] ?? 0, luck, change, position: "" });
  }

  /** What the game is worth if each seat begins; null where that is not known. */
  #worthOfBeginning(state: State): number[][] | null {
    const found: number[][] = [];
    for (const seat of state.seats.keys()) {
      const first = started({ ...state, contenders: [], thrown_off: [] }, seat);
      const values = this.#known(first);
      if (!values) return null;
      found.push(values.turn(first).waiting(first).seats);
    }
    return found;
  }

  #rolled(step: number, event: EventOf<"DiceRolled">, after: State): void {
    const view = this.#viewAt(after);
    if (!view) return;
    const farkle = !tableOf(after.rules).options(after.faces).length;
    const values = farkle ? view.lost() : bestOf(view.choices(after)).worth;
    const { cards } = this.#state;
    if (cards?.again.length) return this.#ledger.slip(this.#worth(values.seats), step, after.turn); // by a card
    // What cards have done since the last throw is neither luck nor a decision.
    if (cards) this.#ledger.slip(this.#worth(view.waiting(this.#state).seats), step, after.turn);
    const { seat } = event;
    const before = this.#ledger.now[seat] ?? 0;
    const change = this.#ledger.move(this.#worth(values.seats), step, after.turn);
    this.#ledger.rolls.push({
      step,
      turn: after.turn,
      round: after.round,
      seat,
      faces: event.faces.join(""),
      dice: event.faces.length,
      farkle,
      before,
      after: this.#ledger.now[seat] ?? 0,
      luck: change[seat] ?? 0,
      change,
      position: positionText(this.#state),
    });
  }

  /** A stop or a roll, with the dice that were set aside just before it. */
  #decide(step: number, action: Choice["action"]): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) this.#choose(pending.state, pending.step, action, pending.faces, step);
    else this.#choose(this.#state, step, action, null, step);
  }

  /** Dice were set aside and something else came then: the keep alone is judged. */
  #settle(step: number): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) this.#choose(pending.state, pending.step, null, pending.faces, step);
  }

  #choose(state: State, step: number, action: Choice["action"] | null, keep: string | null, done: number): void {
    const view = this.#viewAt(state);
    if (!view || state.step === "farkle" || state.step === "stop") return;
    // Who can undo a Farkle may dare more than the dice alone would have it.
    if (holdsCardFor(state, "on_farkle")) return;
    const choices = view.choices(state);
    const played = choices.find((choice) => choice.keep === keep && (!action || choice.action === action));
    if (!played) return;
    const best = bestOf(choices);
    const forced = choices.length === 1;
    if (forced && state.step === "roll") return; // the first roll of a turn is no decision
    this.#ledger.slip(this.#worth(best.worth.seats), step, state.turn);
    const change = this.#ledger.move(this.#worth(played.worth.seats), done, state.turn);
    const loss = Math.max(0, best.worth.value - played.worth.value);
    const counts = loss > EQUAL * this.#scale;
    const forTheWin = counts && this.#wins(state, played, best);
    let why = counts ? reason(state, best, played, this.#unit) : reasonFor(state, choices, this.#unit, this.#scale);
    if (forTheWin) why = said("Gives up points, and wins more often.");
    this.#ledger.decisions.push({
      step,
      turn: state.turn,
      round: state.round,
      seat: state.mover,
      position: positionText(state),
      totals: totals(state),
      turn_total: state.turn_total,
      roll: state.faces.join(""),
      played: optionOf(state, played, best, this.#unit, this.#scale),
      best: optionOf(state, best, best, this.#unit, this.#scale),
      loss,
      class: forTheWin ? "fine" : classOf(loss, this.#scale),
      forced,
      for_the_win: forTheWin,
      reason: english(why),
      why,
      change,
    });
  }

  /** Whether a choice that costs points is as good as any for the win. */
  #wins(state: State, played: Choice, best: Choice): boolean {
    if (!this.#winning) return false;
    const choices = this.#winning.choices(state);
    const value = (one: Choice): number =>
      choices.find((choice) => choice.action === one.action && choice.keep === one.keep)?.worth.value ?? 0;
    const most = bestOf(choices).worth.value;
    // Between two only the win counts; alone, points are an aim of their own, unless they cost the goal.
    return most - value(played) <= EQUAL && (state.seats.length > 1 || most - value(best) > EQUAL);
  }

  #end(step: number, after: State): void {
    this.#settle(step);
    if (!this.#ledger.begun || !this.#values) return;
    if (this.#unit === "points" && this.#state.phase === "play_off") return;
    const ended = this.#padded(this.#values.ended(after));
    if (this.#waiting) this.#resolve(ended, step);
    this.#ledger.slip(ended, step, after.turn);
    this.#ledger.now = ended;
  }

  #report(): Review {
    const record = this.#record;
    const ledger = this.#ledger;
    const { rolls, decisions, others } = ledger;
    if (!ledger.begun || !this.#source || !(rolls.length || decisions.length || others.length)) {
      this.#valuesOf(openingState(record)); // says why there is nothing, where it can
      throw new NothingToSay("there is nothing to review: nobody has rolled in this game");
    }
    const counted = [...decisions.keys()]
      .sort((a, b) => (decisions[b]?.loss ?? 0) - (decisions[a]?.loss ?? 0))
      .filter((index) => (decisions[index]?.loss ?? 0) > EQUAL * this.#scale && !decisions[index]?.for_the_win);
    const lucky = [...rolls.keys()].sort((a, b) => Math.abs(rolls[b]?.luck ?? 0) - Math.abs(rolls[a]?.luck ?? 0));
    const rest = ledger.now.map((now, seat) => Math.abs(now - (ledger.start[seat] ?? 0) - ledger.total(seat)));
    const report: Review = {
      rules: record.rules.name,
      title: record.rules.title,
      hash: rulesHash(record.rules),
      unit: this.#unit,
      exact: this.#source.kind === "exact",
      source: this.#source,
      finished: this.#state.phase === "over",
      winners: [...this.#state.winners],
      totals: totals(this.#state),
      summary: "",
      players: record.names.map((name, seat) => this.#player(seat, name)),
      decisions,
      rolls,
      others,
      worst: counted.slice(0, SHOWN),
      luckiest: lucky.slice(0, SHOWN),
      curve: ledger.curve,
      identity: Math.max(...rest),
    };
    return { ...report, summary: verdict(report) };
  }

  #player(seat: number, name: string): Summary {
    const ledger = this.#ledger;
    const own = ledger.decisions.filter((decision) => decision.seat === seat);
    const unforced = own.filter((decision) => !decision.forced);
    const cost = sumOf(unforced, (one) => (one.loss > EQUAL * this.#scale && !one.for_the_win ? one.loss : 0));
    const perDecision = unforced.length ? cost / unforced.length : 0;
    const [grade, words] = gradeOf(perDecision, this.#scale);
    const classes: Record<Class, number> = { fine: 0, doubtful: 0, mistake: 0, blunder: 0 };
    for (const decision of unforced) classes[decision.class]++;
    const rolls = ledger.rolls.filter((roll) => roll.seat === seat);
    return {
      seat,
      name,
      player: this.#record.players[seat] ?? "human",
      start: ledger.start[seat] ?? 0,
      result: ledger.now[seat] ?? 0,
      luck: sumOf(rolls, (roll) => roll.luck),
      loss: sumOf(own, (decision) => decision.loss),
      cost,
      other: sumOf(ledger.others, (other) => other.change[seat] ?? 0),
      drift: ledger.drift[seat] ?? 0,
      adjusted: (ledger.start[seat] ?? 0) + sumOf(ledger.decisions, (decision) => decision.change[seat] ?? 0),
      rolls: rolls.length,
      decisions: own.length,
      unforced: unforced.length,
      per_decision: perDecision,
      classes,
      grade: unforced.length ? grade : "-",
      grade_words: unforced.length ? words : "nothing to decide",
    };
  }
}

function sumOf<T>(things: readonly T[], by: (thing: T) => number): number {
  return things.reduce((sum, thing) => sum + by(thing), 0);
}
