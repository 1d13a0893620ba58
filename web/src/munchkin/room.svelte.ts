// A Munchkin Dice table as this device sees it: the view is the truth, moves are those that the referee lists.

import { nameAt } from "../game/naming";
import { noteSeal } from "../fair/noted";
import { tokens } from "../net/api";
import { Line, type Answer, type Heard } from "../net/line.svelte";
import type { Do, GameCommand, TableView } from "../net/messages";
import { settings } from "../settings.svelte";
import { announce, interrupt } from "../parts/announcing.svelte";
import { Beside, type LogLine } from "../table/beside.svelte";
import { buzz, play as sound } from "../table/sounds";
import { toldWords } from "../words/said.svelte";
import { t } from "../words/words.svelte";
import { Cards } from "./cards.svelte";
import { Showing } from "./showing.svelte";
import type { Move, MunchkinEvent, MunchkinView } from "./types";
import { eventText } from "./words";

/** Lines of what happened that are kept. */
const MOST_LINES = 300;

export class Room {
  view: TableView | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  readonly cards = new Cards();
  /** What people say, reactions, who comes and goes. */
  readonly beside = new Beside(this);
  /** Moments on the felt. */
  readonly showing = new Showing();
  /** One device has one seat here. */
  readonly shared = false;
  asking = $state(false);
  notice = $state("");
  readonly line: Line;
  #asked = false;
  #turn = "";
  #called = -1;

  constructor(readonly match: string) {
    this.line = new Line({ match, token: Object.values(tokens(match))[0] ?? "" }, (heard) => this.#hear(heard), announce);
  }

  close(): void {
    this.showing.close();
    this.line.close();
  }

  get game(): MunchkinView | null {
    return (this.view?.game ?? null) as MunchkinView | null;
  }

  get moves(): Move[] {
    return this.view?.phase === "playing" && !this.asking ? (this.game?.legal ?? []) : [];
  }

  /** The seat of this device, null for those who watch. */
  get own(): number | null {
    return this.view?.seat ?? null;
  }

  get seats(): number[] {
    return this.own === null ? [] : [this.own];
  }

  get watching(): boolean {
    return this.own === null;
  }

  /** Those who are to decide now. */
  get due(): number[] {
    const table = this.game?.state;
    if (!table || this.view?.phase !== "playing") return [];
    const [task] = table.agenda;
    return task?.asked ?? [task?.seat ?? table.mover];
  }

  name = (seat: number): string => {
    return seat === this.view?.seat ? t("you") : nameAt(this.view?.chairs ?? [], seat);
  };

  looks = (seat: number): { bot: string; face: string } => {
    const chair = this.view?.chairs[seat];
    return { bot: chair?.bot ?? "", face: chair?.face || (seat === this.own ? settings.face : "") };
  };

  /** Whether somebody is there; bots always are, and who sits in for somebody is one. */
  there = (seat: number): boolean => {
    const chair = this.view?.chairs[seat];
    return !chair || !!chair.bot || !!chair.stand_in || chair.online || seat === this.own;
  };

  card = (id: string): string => this.cards.name(id);

  async play(move: Move): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.showing.hurry();
    this.notice = "";
    const answer = await this.line.play(move as unknown as GameCommand);
    this.asking = false;
    if (answer.type === "Refused" && answer.code !== "stale") this.notice = toldWords(answer, this.card);
  }

  /** Something that is no move: a word, a reaction, leaving, coming back. */
  async tell(command: Do["command"]): Promise<Answer> {
    const answer = await this.line.do(command);
    if (answer.type === "Refused") this.notice = toldWords(answer, this.card);
    return answer;
  }

  #hear(heard: Heard): void {
    this.view = heard.view;
    noteSeal(this.match, heard.view.commitment);
    const rules = this.game?.rules ?? "";
    if (rules && !this.#asked) {
      this.#asked = true;
      this.cards
        .learn(rules)
        .then(() => this.#tell(heard, false))
        .catch(() => {
          this.#asked = false;
        });
    } else this.#tell(heard, !heard.first);
    this.#call(heard.first);
  }

  /** That something is to be decided here is said once; that it is one's turn, or that somebody waits who is away, is heard. */
  #call(first: boolean): void {
    const table = this.game?.state;
    const turn = table && this.moves.length ? `${table.turn}.${table.agenda.length}` : "";
    const asked = !!turn && turn !== this.#turn;
    this.#turn = turn;
    if (!table || !asked || first) return;
    interrupt(t("say.your_turn"));
    const begins = table.mover === this.own && table.turn !== this.#called;
    if (begins || document.hidden) sound("turn");
    if (document.hidden) buzz([30, 60, 30]);
    if (begins) this.#called = table.turn;
  }

  #tell(heard: Heard, aloud: boolean): void {
    const lines: LogLine[] = [];
    for (const news of heard.news) {
      const beside = this.beside.note(news, heard.view, !aloud);
      if (beside) lines.push(beside);
      const events = (news.events ?? []) as unknown as MunchkinEvent[];
      for (const event of events) {
        const text = eventText(event, this);
        if (!text) continue;
        lines.push({ seq: news.seq, text, seat: event.seat ?? null, chat: false, ends: true });
        // That it is your turn is said louder elsewhere.
        if (aloud && text !== t("say.your_turn")) announce(text);
      }
      if (aloud && events.length) this.showing.show(events, this);
    }
    this.log = [...this.log, ...lines].slice(-MOST_LINES);
  }
}
