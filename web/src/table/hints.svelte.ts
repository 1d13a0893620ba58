// Hints at a table: the best choice as the coach sees it, chosen and said, and the list of all choices.

import { withFaces } from "../game/choosing";
import { coachAdvice, Refusal } from "../net/api";
import type { Advice, View } from "../net/messages";
import { number, percent, t } from "../words/words.svelte";
import type { Table } from "./table.svelte";

/** What tells a moment of a game from the others. */
export function momentOf(game: View): string {
  return [game.turn, game.turn_total, game.step, ...game.faces].join();
}

export class Hints {
  /** What the coach said, and the moment that it was about. */
  #coached: { moment: string; advice: Advice } | null = $state.raw(null);
  /** Whether somebody looks at all choices. */
  open = $state(false);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Whether this table allows hints. */
  get allowed(): boolean {
    const { view, myTurn } = this.#table;
    return (view?.options.advice || (myTurn !== null && view?.chairs[myTurn]?.hints)) ?? false;
  }

  /** What the coach says to this very moment, once it was asked. */
  get advice(): Advice | null {
    const game = this.#table.game;
    return game && this.#coached?.moment === momentOf(game) ? this.#coached.advice : null;
  }

  /** The dice of the best keep, once the coach was asked. */
  get best(): number[] {
    const keep = this.advice?.options[0]?.keep;
    return keep ? withFaces(this.#table.scene.loose, keep) : [];
  }

  /** The best choice, or, where it was given, all of them. */
  give(): void {
    const { game } = this.#table;
    if (!this.#table.rules || !this.#table.open || !game) return;
    if (!this.allowed) this.#table.say(t("hint.off"));
    else if (this.advice) this.open = true;
    else if (game.step === "keep" || game.step === "decide") void this.#askCoach(game);
    else this.#table.say(t(game.step === "roll" ? "hint.roll" : "hint.none"));
  }

  async #askCoach(asked: View): Promise<void> {
    const who = this.#table.personAt(asked.mover);
    try {
      if (!who) throw new Error("nobody to ask for");
      const found = await coachAdvice(who, this.#table.match);
      if (!this.#table.game || momentOf(this.#table.game) !== momentOf(asked)) return;
      this.#coached = { moment: momentOf(asked), advice: found };
      this.#suggest(found);
    } catch (error) {
      this.#table.say((error instanceof Refusal && error.message) || t("hint.none"));
      // The record says that somebody looked, also where the coach had no time.
      void this.#table.noteAdvice(asked.mover);
    }
  }

  #suggest({ options: [option], unit }: Advice): void {
    const table = this.#table;
    if (!option || (option.action !== "roll" && option.action !== "bank")) {
      this.open = true; // a card, or to pass: the list says which
      return;
    }
    const faces = option.keep ?? "";
    if (faces) table.chosen = withFaces(table.scene.loose, faces);
    const values = {
      dice: table.toRoll.length,
      faces: [...faces].join(", "),
      value: unit === "win" ? percent(option.value) : number(Math.round(option.value)),
    };
    const what = option.action === "bank" ? t("hint.bank", values) : t("hint.roll_on", values);
    const keep = faces ? `${t("hint.keep", values)} ` : "";
    table.say(`${keep}${what} ${t(unit === "win" ? "hint.win" : "hint.points", values)}`, 12_000);
  }
}
