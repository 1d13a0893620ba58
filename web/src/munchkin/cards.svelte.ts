// The cards of a Munchkin Dice sheet by their ids: what they are called and say, in the language of the page.

import { munchkinCards } from "../net/api";
import type { MunchkinCard } from "../net/messages";
import { texts } from "../words/texts.svelte";
import { t } from "../words/words.svelte";

export class Cards {
  #known: Map<string, MunchkinCard> = $state.raw(new Map());
  #rules = $state("");
  winningLevel = $state(10);
  deal = $state(4);
  escape = $state(5);
  handLimit = $state(5);
  goldPerLevel = $state(1000);

  /** Ask for the cards of a sheet. */
  async learn(rules: string): Promise<void> {
    const found = await munchkinCards(rules);
    this.#rules = rules;
    this.#known = new Map(found.cards.map((card) => [card.id, card]));
    this.winningLevel = found.winning_level;
    this.deal = found.deal;
    this.escape = found.escape;
    this.handLimit = found.hand_limit;
    this.goldPerLevel = found.gold_per_level;
  }

  /** Whose pictures are shown: cards of somebody's own have none. */
  get deck(): string {
    return this.#own ? "" : "munchkin-dice";
  }

  get(id: string): MunchkinCard | undefined {
    return this.#known.get(id);
  }

  name = (id: string): string => (id === "?" ? t("mk.hidden") : (this.#words()[`${id}.name`] ?? this.#known.get(id)?.name ?? id));

  text = (id: string): string => this.#words()[`${id}.text`] ?? this.#known.get(id)?.text ?? "";

  /** The cards in the language of the page, unless they are somebody's own. */
  #words(): Record<string, string> {
    return this.#own ? {} : texts("cards/munchkin-dice");
  }

  get #own(): boolean {
    return this.#rules.includes('"cards"');
  }
}
