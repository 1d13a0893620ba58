// The Munchkin Dice table for everybody: levels, who is at the door, the sum of the fight. Hands stay on the phones.

import type { TableView } from "../net/messages";
import type { MunchkinView } from "../munchkin/types";
import { escape, face } from "./drawing";
import { seats } from "./felt";
import { fill, number, words } from "./words";

function sum(lines: { points: number }[]): number {
  return lines.reduce((all, line) => all + line.points, 0);
}

export function munchkinTable(view: TableView): { head: string; felt: string; seats: string } {
  const game = view.game as unknown as MunchkinView;
  const state = game.state;
  const chair = view.chairs[state.mover];
  const name = chair ? chair.name : "";
  const says: { [phase: string]: string } = {
    setup: words.setup,
    before_door: words.door,
    after_door: words.door,
    fight: words.fight,
    flight: words.flight,
    end: words.end,
  };
  const asked = state.agenda.length && state.agenda[0] ? (state.agenda[0].asked || []).map((seat) => (view.chairs[seat] ? (view.chairs[seat] as TableView["chairs"][0]).name : "")) : [];
  const head = `${chair ? face(chair, state.mover, "mover") : ""}<div class="line"><p class="title">${escape(fill(says[state.phase] || words.turn, { name }))}</p><p class="about">${asked.length ? escape(fill(words.asked, { names: asked.join(", ") })) : ""}</p></div>`;
  const account = game.account;
  const fight = account && state.fight ? `<p class="strength">${fill(words.strength, { heroes: sum(account.heroes), monsters: sum(account.monsters) })}</p>` : "";
  const ten = state.roll ? `<p class="ten">${state.roll.face}</p>` : "";
  const highest = Math.max.apply(null, state.seats.map((seat) => seat.level));
  const first = state.seats.map((seat) => seat.level).indexOf(highest);
  return {
    head,
    felt: `${fight}${ten}`,
    seats: seats(view, state.mover, highest > 1 ? first : -1, (seat) => {
      const own = state.seats[seat];
      return { score: own ? fill(words.level, { n: own.level }) : "", note: own ? fill(words.cards, { n: own.hand.length }) : number(0) };
    }),
  };
}
