// A Munchkin Dice table as this device sees it: the view is the truth, moves are those that the referee lists.

import { nameAt } from "../game/naming";
import { noteSeal } from "../fair/noted";
import { tokens } from "../net/api";
import { Line, type Heard } from "../net/line.svelte";
import type { GameCommand, TableView } from "../net/messages";
import { settings } from "../settings.svelte";
import { announce, interrupt } from "../parts/announcing.svelte";
import { toldWords } from "../words/said.svelte";
import { t } from "../words/words.svelte";
import { Cards } from "./cards.svelte";
import type { Move, MunchkinEvent, MunchkinView } from "./types";
import { eventText } from "./words";

export class Room {
  view: TableView | null = $state.raw(null);
  log: string[] = $state.raw([]);
  readonly cards = new Cards();
  asking = $state(false);
  notice = $state("");
  readonly line: Line;
  #asked = false;
  #turn = "";

  constructor(readonly match: string) {
    this.line = new Line({ match, token: Object.values(tokens(match))[0] ?? "" }, (heard) => this.#hear(heard), announce);
  }

  close(): void {
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

  name = (seat: number): string => {
    return seat === this.view?.seat ? t("you") : this.#chair(seat);
  };

  #chair(seat: number): string {
    return nameAt(this.view?.chairs ?? [], seat);
  }

  looks = (seat: number): { bot: string; face: string } => {
    const chair = this.view?.chairs[seat];
    return { bot: chair?.bot ?? "", face: chair?.face || (seat === this.own ? settings.face : "") };
  };

  card = (id: string): string => this.cards.name(id);

  async play(move: Move): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.notice = "";
    const answer = await this.line.play(move as unknown as GameCommand);
    this.asking = false;
    if (answer.type === "Refused" && answer.code !== "stale") this.notice = toldWords(answer, this.card);
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
    const turn = this.moves.length ? `${this.game?.state.turn}.${this.game?.state.agenda.length}` : "";
    if (turn && turn !== this.#turn && !heard.first) interrupt(t("say.your_turn"));
    this.#turn = turn;
  }

  #tell(heard: Heard, aloud: boolean): void {
    const events = heard.news.flatMap((news) => (news.events ?? []) as unknown as MunchkinEvent[]);
    const told = events.map((event) => eventText(event, this)).filter(Boolean);
    this.log = [...this.log, ...told].slice(-200);
    // That it is your turn is said louder elsewhere.
    if (aloud) for (const text of told) if (text !== t("say.your_turn")) announce(text);
  }
}
