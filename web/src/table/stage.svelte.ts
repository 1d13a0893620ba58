// What of a game is on show. The server's view is the truth; `scene` is what is shown of it, which lags behind by
// the length of a throw. Events wait in a queue and are staged one after another, each for as long as it takes.

import { opensAtOnce } from "../core/game/beginnings";
import { newStory, swept, tell, type Row, type Story } from "../game/story";
import type { Heard } from "../net/line.svelte";
import type { CompiledRules, GameEvent, News, TableView, View } from "../net/messages";
import { announce, interrupt } from "../parts/announcing.svelte";
import { leader } from "../ending/course";
import { combination } from "../game/naming";
import { breath } from "../idle";
import { finishMoving } from "../parts/flying";
import { lasting, motionless, settings } from "../settings.svelte";
import { number, t } from "../words/words.svelte";
import { Beside, type LogLine } from "./beside.svelte";
import { BANK, CALL, CARD, CHANGE, FARKLE, FLAG, GLAD, GOOD, GREAT, HOT, JUMP, KEEP, isGreat, LANDING, LAST, PENALTY, TURN, type Moment, type Scene } from "./scene";
import { sentence } from "./sentences";
import { Signs } from "./signs";
import { buzz, play as playSound } from "./sounds";

interface Step {
  event: GameEvent | null;
  /** The view after the last event of an update. */
  view: TableView | null;
  news: News | null;
}

/** For whom it is shown. */
export interface Audience {
  /** The seats of this device; `shared` where several people hold it. */
  readonly seats: number[];
  readonly shared: boolean;
  readonly rules: CompiledRules | null;
  /** A move of this device is on its way, and its dice are in the air. */
  readonly asking: boolean;
  name(seat: number): string;
}

/** A felt without dice. */
const NOTHING = { loose: [], rows: [], turnTotal: 0 };

export class Stage {
  view: TableView | null = $state.raw(null);
  story: Story = $state.raw(newStory());
  scene: Scene = $state.raw({ mover: 0, loose: [], rows: [], turnTotal: 0, totals: [], air: [], moment: null, glad: -1, flag: -1, penalty: null });
  /** Everything that happened in the game, in its order. */
  events: GameEvent[] = [];
  log: LogLine[] = $state.raw([]);
  /** What people say, reactions, who comes and goes. */
  readonly beside: Beside;
  /** The numbers of the dice that are chosen. */
  chosen: number[] = $state.raw([]);
  /** Whether everything is shown and nothing is under way. */
  idle = $state(true);
  /** Others' moves are not waited for. */
  fast = $state(false);

  #audience: Audience;
  #queue: Step[] = [];
  #wake: (() => void) | undefined;
  #throws = 0;
  #lastTurn = -1;
  #closed = false;

  constructor(audience: Audience) {
    this.#audience = audience;
    this.beside = new Beside(audience);
  }

  get game(): View | null {
    return this.view?.game ?? null;
  }

  close(): void {
    this.#closed = true;
    this.#signs.clear();
    clearTimeout(this.#gladTimer);
    clearTimeout(this.#flagTimer);
    this.#wake?.();
  }

  skip(): void {
    this.fast = true;
    this.#wake?.();
  }

  /** A tap that ends the moment on show, and whatever still moves. */
  hurry(): void {
    this.#signs.next();
    this.#wake?.();
    finishMoving();
  }

  // Before the server answers

  /** What is chosen lies in a row of its own. */
  setAside(points: number): void {
    const kept = this.scene.loose.filter((die) => this.chosen.includes(die.number));
    const row = { dice: kept.map((die) => die.number), faces: kept.map((die) => die.face), points };
    this.scene = {
      ...this.scene,
      rows: [...this.scene.rows, row],
      loose: this.scene.loose.filter((die) => !this.chosen.includes(die.number)),
      turnTotal: this.scene.turnTotal + points,
    };
    this.chosen = [];
  }

  /** Dice are thrown and have not fallen. */
  throwUp(numbers: number[]): void {
    this.#signs.clear();
    finishMoving();
    // A die that was set aside is thrown again: all have scored, and jump back into the cup before.
    const hot = this.scene.rows.some((row) => !row.hot && row.dice.some((die) => numbers.includes(die)));
    if (!hot) {
      this.#toss(numbers);
      return;
    }
    this.scene = { ...this.scene, air: numbers, loose: [] };
    this.#heat();
    this.#jumped = new Promise((jumped) => setTimeout(jumped, lasting(JUMP))).then(() => {
      this.#jumped = undefined;
      if (this.scene.air === numbers) this.#toss(numbers);
    });
  }

  #jumped: Promise<void> | undefined;

  /** Hot dice: what was set aside is one hand now, and its dice are in the cup again. */
  #heat(): void {
    const { rows } = this.scene;
    const kept = rows.filter((row) => !row.hot);
    const last = kept.at(-1);
    const named = last && isGreat(last) ? `${combination(last.faces)}. ` : "";
    this.scene = { ...this.scene, rows: [...rows.filter((row) => row.hot), swept(kept)] };
    this.#signs.put({ kind: "hot", text: t("moment.hot_dice"), more: named + t("moment.hot_so_far", { points: swept(rows).points }) }, HOT);
    playSound("hot");
    buzz([60]);
  }

  #toss(numbers: number[]): void {
    this.#throws++;
    const loose = numbers.map((number) => {
      const before = this.scene.loose.find((die) => die.number === number);
      return { number, face: before?.face ?? ((number - 1) % 6) + 1, throws: this.#throws };
    });
    this.scene = { ...this.scene, air: numbers, loose };
  }

  /** A game that will begin like this; nothing is said of it but whose turn it is. */
  foresee(view: TableView): void {
    this.view = view;
    this.settle();
    this.#turnKnown(false);
  }

  /** It has begun; dice that were thrown meanwhile stay in the air. */
  begin(heard: Heard): void {
    const { air, loose } = this.scene;
    for (const news of heard.news) this.#note(news, heard.view, true);
    this.#catchUp(heard);
    if (this.#audience.asking) this.scene = { ...this.scene, air, loose };
  }

  // What comes from the server

  /** News and the view after them; they are shown in their own time. */
  hear(heard: Heard): void {
    const missed = heard.first || !heard.complete || heard.news.length > 12;
    if (missed) {
      this.#queue = [];
      for (const news of heard.news) this.#note(news, heard.view, heard.first);
      this.#catchUp(heard);
      return;
    }
    for (const news of heard.news) {
      const events = news.events ?? [];
      if (!events.length) this.#queue.push({ event: null, view: null, news });
      for (const event of events) this.#queue.push({ event, view: null, news });
    }
    this.#queue.push({ event: null, view: heard.view, news: null });
    if (this.idle) void this.#show();
  }

  /** Everything at once, without a show: after a reload, or a long absence. */
  #catchUp(heard: Heard): void {
    this.#signs.clear();
    if (heard.first) {
      this.story = newStory();
      this.events = [];
    }
    for (const event of heard.news.flatMap((news) => news.events ?? [])) {
      this.story = tell(this.story, event);
      this.events.push(event);
    }
    this.view = heard.view;
    this.settle();
    this.#turnKnown(false);
  }

  /** Show exactly what the view says. */
  settle(): void {
    const game = this.game;
    this.chosen = [];
    if (!game) return;
    // The dice of a turn that is over go in their own time, unless something else lies there already.
    const lingers = this.#lingers && game.step === "roll" && !game.turn_total;
    const loose =
      game.step === "keep" || game.step === "farkle"
        ? game.hand.map((number, index) => ({ number, face: game.faces[index] ?? 1, throws: 0 }))
        : [];
    this.scene = {
      mover: game.mover,
      loose: lingers ? this.scene.loose : loose,
      rows: lingers ? this.scene.rows : this.#rows,
      turnTotal: lingers ? this.scene.turnTotal : game.turn_total,
      totals: game.seats.map((seat) => seat.total),
      air: [],
      // What is said without waiting stays until its time is over.
      moment: this.#signs.shown ? this.scene.moment : null,
      glad: this.scene.glad,
      flag: this.scene.flag,
      penalty: this.scene.penalty,
    };
  }

  async #show(): Promise<void> {
    this.idle = false;
    while (this.#queue.length && !this.#closed) {
      const step = this.#queue.shift();
      if (!step) break;
      if (step.view) this.view = step.view;
      if (step.news && !step.event) this.#note(step.news, this.view, false);
      if (step.event) await this.#stage(step.event);
      await breath();
    }
    if (this.#closed) return;
    this.idle = true;
    if (!this.#audience.asking) {
      const chosen = this.scene.loose.filter((die) => this.chosen.includes(die.number));
      this.#keepFaces();
      // A die that a card has turned is another die: nobody has chosen it.
      this.chosen = chosen.filter((was) => this.scene.loose.some((die) => die.number === was.number && die.face === was.face)).map((die) => die.number);
    }
    this.#turnKnown(true);
  }

  /** Bring the scene in line with the view without throwing dice again. */
  #keepFaces(): void {
    const throws = new Map(this.scene.loose.map((die) => [die.number, die.throws]));
    this.settle();
    this.scene = {
      ...this.scene,
      loose: this.scene.loose.map((die) => ({ ...die, throws: throws.get(die.number) ?? die.throws })),
    };
  }

  /** Whose turn it is, said once. */
  #turnKnown(aloud: boolean): void {
    const game = this.game;
    if (!game || this.view?.phase !== "playing") return;
    const turn = game.turn * 100 + game.mover + (game.phase === "roll_off" ? 0.5 : 0);
    if (turn === this.#lastTurn) return;
    this.#lastTurn = turn;
    if (this.#audience.seats.includes(game.mover)) {
      this.fast = false;
      if (this.#audience.shared) {
        announce(t("say.pass", { name: this.#audience.name(game.mover) }));
      } else {
        interrupt(t("say.your_turn"));
        if (aloud) {
          playSound("turn");
          if (!document.hasFocus()) buzz(CALL);
        }
      }
    }
  }

  #hold(milliseconds: number): Promise<void> {
    const own = this.#audience.seats.includes(this.scene.mover);
    let wait = milliseconds * settings.pace;
    if (this.fast && !own) wait = 0;
    else if (motionless()) wait = Math.min(wait, settings.still ? 200 : wait / 3);
    else if (this.#queue.length > 12) wait /= 2;
    if (wait <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, wait);
      const stage = this;
      function done(): void {
        clearTimeout(timer);
        stage.#wake = undefined;
        resolve();
      }
      this.#wake = done;
    });
  }

  /** Show one event, for as long as it takes. */
  async #stage(event: GameEvent): Promise<void> {
    const before = this.story;
    const lost = this.scene.turnTotal;
    this.story = tell(this.story, event);
    this.events.push(event);
    const said = sentence(event, this.#audience);
    const others = !this.#audience.seats.includes(this.scene.mover);
    switch (event.type) {
      case "TurnBegan":
        this.scene = { ...this.scene, ...(this.#lingers ? {} : NOTHING), mover: event.seat, air: [], moment: this.#signs.shown ? this.scene.moment : null };
        // Where hands are secret a dialog says it, and waits.
        if (this.#audience.shared && this.#audience.seats.includes(event.seat) && !this.#audience.rules?.cards) {
          this.#signs.add({ kind: "turn", text: t("passing.title", { name: this.#audience.name(event.seat) }), seat: event.seat }, TURN);
        }
        break;
      case "FirstPlayerSet":
        await this.#hold(KEEP);
        this.scene = { ...this.scene, mover: event.seat, loose: [], rows: [], turnTotal: 0, air: [] };
        break;
      case "RollAsked":
        if (this.#lingers) this.#signs.clear();
        if (this.story.swept.length > before.swept.length) {
          announce(t("moment.hot", { n: event.dice.length }));
          // Of a throw from here it was seen with the tap.
          if (this.scene.rows.some((row) => !row.hot)) this.#heat();
          if (others) await this.#hold(HOT);
        }
        this.scene = { ...this.scene, mover: event.seat, moment: this.#signs.shown ? this.scene.moment : null, rows: this.#rows };
        break;
      case "DiceRolled": {
        await this.#jumped;
        const thrown = this.scene.air.length ? 0 : ++this.#throws;
        const throws = thrown || this.#throws;
        const fell = new Map(event.dice.map((number, index) => [number, event.faces[index] ?? 1]));
        const stay = this.scene.loose.filter((die) => !fell.has(die.number) && !this.scene.air.length);
        const loose = [...stay, ...Array.from(fell, ([number, face]) => ({ number, face, throws }))];
        this.chosen = [];
        this.scene = { ...this.scene, air: [], loose: loose.sort((a, b) => a.number - b.number) };
        playSound("land", 1, event.dice.length);
        if (!others) buzz([8, 40, 8, 40, 8]);
        this.#speak(event, said);
        // Nothing follows a roll of ours but our own choice: no waiting then.
        if (others || this.#queue.some((step) => step.event)) await this.#hold(LANDING);
        return;
      }
      case "DiceKept": {
        // A hand that was taken up with the tap stays one, and has its name already.
        const hot = this.scene.rows.filter((row) => row.hot).length > this.story.swept.length;
        this.scene = {
          ...this.scene,
          rows: hot ? this.scene.rows : this.#rows,
          loose: this.scene.loose.filter((die) => !event.dice.includes(die.number) || this.scene.air.includes(die.number)),
          turnTotal: others ? this.scene.turnTotal + event.points : Math.max(this.scene.turnTotal, this.#aside()),
        };
        this.#speak(event, said);
        if (isGreat(event)) {
          if (!hot) this.#signs.put({ kind: "good", text: combination(event.faces), more: `+${number(event.points)}` }, GOOD);
          playSound("good");
          buzz([15, 50, 15]);
        } else {
          playSound("keep", 1 + Math.min(1, event.points / 600));
          if (!others) buzz([8]);
        }
        if (others) await this.#hold(KEEP);
        return;
      }
      case "Farkled": {
        const more = [lost ? t("moment.gone", { points: lost }) : "", event.penalty ? t("moment.penalty", { points: event.penalty }) : ""];
        playSound(event.penalty ? "penalty" : "farkle");
        buzz(event.penalty ? [120, 80, 120] : [120]);
        this.#speak(event, said);
        if (event.penalty) {
          this.scene = { ...this.scene, penalty: { seat: event.seat, points: event.penalty } };
          setTimeout(() => (this.scene = { ...this.scene, penalty: null }), GLAD);
        }
        await this.#endTurn(event.seat, { kind: "farkle", text: t("moment.farkle_word"), more: more.filter(Boolean).join(" ") }, event.penalty ? PENALTY : FARKLE);
        this.scene = { ...this.scene, totals: this.#totals(event.seat, -event.penalty) };
        return;
      }
      case "Banked":
        this.scene = { ...this.scene, loose: [], turnTotal: 0 };
        playSound("bank");
        if (!others) buzz([15]);
        this.#speak(event, said);
        this.#banked(event.seat, event.points, before);
        await this.#endTurn(event.seat, { kind: "bank", text: t("moment.bank", { points: event.points }), points: event.points }, BANK);
        return;
      case "LastTurnsBegan":
        playSound("last");
        this.#signs.add({ kind: "last", text: t("moment.last"), more: t("moment.to_beat", { points: Math.max(...this.scene.totals) }), seat: event.trigger }, LAST);
        break;
      case "CardPlayed":
        playSound("card");
        buzz([8]);
        this.#speak(event, said);
        this.#signs.put({ kind: "card", text: said, card: event.card, seat: event.seat, target: event.target }, CARD);
        // Whoever plays against somebody who reads it waits; one's own card is known.
        if (others) await this.#hold(CARD);
        return;
      case "GameEnded": {
        const ours = event.winners.some((seat) => this.#audience.seats.includes(seat));
        playSound(event.winners.length > 1 ? "tie" : ours ? "win" : "loss");
        if (ours) buzz([40, 60, 40, 60, 120]);
        this.scene = { ...this.scene, glad: -1, flag: -1 };
        break;
      }
      default:
        break;
    }
    this.#speak(event, said);
  }

  /** The totals after a bank, and what it means: on the board, in the lead, or only much. */
  #banked(seat: number, points: number, before: Story): void {
    const was = leader(this.scene.totals);
    const totals = this.#totals(seat, points);
    const { rules } = this.#audience;
    const opens = !!rules && !opensAtOnce(rules) && points > 0 && !before.turns.some((turn) => turn.seat === seat && turn.points);
    const leads = totals.length > 1 && leader(totals) === seat && was !== seat;
    const glad = leads || points >= GREAT ? seat : -1;
    this.scene = { ...this.scene, totals, glad, flag: opens ? seat : -1 };
    if (opens) {
      playSound("board");
      buzz([15]);
    }
    clearTimeout(this.#gladTimer);
    clearTimeout(this.#flagTimer);
    this.#gladTimer = setTimeout(() => (this.scene = { ...this.scene, glad: -1 }), GLAD);
    this.#flagTimer = setTimeout(() => (this.scene = { ...this.scene, flag: -1 }), FLAG * (settings.pace || 0.5));
  }

  #gladTimer: ReturnType<typeof setTimeout> | undefined;
  #flagTimer: ReturnType<typeof setTimeout> | undefined;

  /** Dice, rows and points on show are those of a turn that is over; they go with its moment. */
  #lingers = false;
  readonly #signs = new Signs((moment) => {
    this.scene = { ...this.scene, ...(this.#lingers ? NOTHING : {}), moment };
    this.#lingers = false;
  });

  /**
   * The moment that ends a turn. Who goes on waits for none of it. Where the turn comes to somebody else of this device
   * there is a blink that no tap ends: taps that were made before it are not meant for the next player.
   */
  async #endTurn(seat: number, moment: Moment, milliseconds: number): Promise<void> {
    const next = this.#queue.find((step) => step.event?.type === "TurnBegan")?.event;
    const mover = next?.type === "TurnBegan" ? next.seat : -1;
    if (this.#audience.seats.includes(mover)) {
      this.#signs.put(moment, milliseconds);
      this.#lingers = true;
      if (mover === seat) return;
      // Hands that are secret stay hidden behind a dialog, which comes when everything was seen.
      if (this.#audience.shared && this.#audience.rules?.cards) await this.#hold(milliseconds);
      else if (!this.fast) await new Promise((seen) => setTimeout(seen, Math.min(CHANGE, milliseconds * settings.pace)));
      return;
    }
    this.#signs.clear();
    this.scene = { ...this.scene, moment };
    await this.#hold(milliseconds);
    // What has slid off the felt does not come back, not even for the picture before the next turn or the end.
    this.scene = { ...this.scene, ...NOTHING, moment: null };
  }

  /** What lies set aside: hands that were hot, and the rows of this one. */
  get #rows(): Row[] {
    return [...this.story.swept, ...this.story.rows];
  }

  #aside(): number {
    return this.#rows.reduce((sum, row) => sum + row.points, 0);
  }

  #totals(seat: number, more: number): number[] {
    return this.scene.totals.map((total, index) => (index === seat ? total + more : total));
  }

  #speak(event: GameEvent, text: string): void {
    if (!text) return;
    announce(text);
    this.#write(event, text, this.story.events);
  }

  /** A line of what happened; some end a turn. */
  #write(event: GameEvent, text: string, seq: number): void {
    const ends = event.type === "Banked" || event.type === "Farkled";
    this.log = [...this.log.slice(-299), { seq, text, seat: "seat" in event ? event.seat : null, chat: false, ends }];
  }

  /** What happens beside the game; moves that were missed are only written down. */
  #note(news: News, view: TableView | null, quiet: boolean): void {
    if (news.what === "Played") {
      for (const event of quiet ? (news.events ?? []) : []) {
        const line = sentence(event, this.#audience);
        if (line) this.#write(event, line, news.seq);
      }
      return;
    }
    const line = this.beside.note(news, view, quiet);
    if (line) this.log = [...this.log.slice(-299), line];
  }
}
