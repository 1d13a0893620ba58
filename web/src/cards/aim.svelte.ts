// A card that is about to be played: whom it may be aimed at and why not the others, the dice it may work on, and the
// one line that says what will happen.

import type { GamePlayCard, View } from "../net/messages";
import type { Table } from "../table/table.svelte";
import { t } from "../words/words.svelte";
import { cardOf, diceWanted, handView, playsOf, targetsOf } from "./cards";
import { effectWords } from "./effects";

export class Aim {
  target = $state(-1);
  dice: number[] = $state.raw([]);
  readonly #table: Table;
  readonly #turn: number;
  readonly id: string;

  constructor(table: Table, id: string) {
    this.#table = table;
    this.id = id;
    this.#turn = this.#game?.turn ?? -1;
    if (this.targets.length === 1) this.target = this.targets[0] ?? -1;
  }

  get card(): ReturnType<typeof cardOf> {
    return cardOf(this.#table.rules, this.id);
  }

  get #game(): View | null {
    return handView(this.#table)?.game ?? null;
  }

  get #plays(): GamePlayCard[] {
    return playsOf(this.#game, this.id);
  }

  /** Whether the card may still be played: a turn can end while somebody thinks. */
  get holds(): boolean {
    return this.#table.open && this.#game?.turn === this.#turn && this.#plays.length > 0;
  }

  get targets(): number[] {
    return targetsOf(this.#plays);
  }

  /** The most dice that it works on. */
  get most(): number {
    return diceWanted(this.#plays)[1];
  }

  /** Whether there is anything to choose, or to see why there is not. */
  get asks(): boolean {
    return this.most > 0 || (this.targets.length > 0 && (this.#game?.seats.length ?? 0) > 2);
  }

  /** Why a seat cannot be the target; "" where it can. */
  closed(seat: number): string {
    if (this.targets.includes(seat)) return "";
    const game = this.#game;
    if (game?.seats[seat]?.gone) return t("seat.gone");
    if (seat === game?.mover) return t("cards.not_you");
    return t(this.card.target === "ahead" ? "cards.not_ahead" : "cards.not_leader");
  }

  /** Whether the card may work on a die. Of equal dice the referee lists one for all. */
  eligible(die: number): boolean {
    const game = this.#game;
    const face = (one: number): number => game?.faces[game.hand.indexOf(one)] ?? 0;
    return this.#plays.some((play) => play.dice?.some((one) => face(one) === face(die)));
  }

  tapSeat(seat: number): void {
    const reason = this.closed(seat);
    if (reason) this.#table.say(`${this.#table.name(seat)}: ${reason}.`);
    else this.target = seat;
  }

  tapDie(die: number): void {
    if (!this.eligible(die)) return;
    if (this.dice.includes(die)) this.dice = this.dice.filter((one) => one !== die);
    else this.dice = [...this.dice, die].slice(-this.most);
  }

  get complete(): boolean {
    const [fewest, most] = diceWanted(this.#plays);
    const aimed = !this.targets.length || this.targets.includes(this.target);
    return this.#plays.length > 0 && aimed && this.dice.length >= fewest && this.dice.length <= most;
  }

  /** What playing it does, as far as it is chosen. */
  get preview(): string {
    const game = this.#game;
    return game ? effectWords(this.#table.rules, game, this.card, this) : "";
  }

  /** What will happen, or what is still to be chosen. */
  get line(): string {
    const card = this.card.name;
    if (this.complete) {
      const what = this.preview;
      return this.target >= 0 ? t("cards.aim_on", { card, name: this.#table.name(this.target), what }) : t("cards.aim", { card, what });
    }
    return this.most && (this.target >= 0 || !this.targets.length) ? t("cards.which_dice", { n: this.most }) : t("cards.aim_whom", { card });
  }

  async play(): Promise<void> {
    const game = this.#game;
    if (!game || !this.complete || !this.holds) return;
    const dice = [...this.dice].sort((one, other) => one - other);
    this.#table.aim = null;
    await this.#table.command({ type: "PlayCard", seat: game.mover, card: this.id, target: this.target, dice });
  }
}
