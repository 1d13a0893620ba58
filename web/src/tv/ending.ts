// The end: who won, what for, and what each of the others is remembered by. Every ribbon is true.

import type { TableView, View } from "../net/messages";
import { CROWN, die, escape, face, rosette, shape } from "./drawing";
import { most, ribbons } from "./ribbons";
import type { Scene } from "./scene";
import { fill, number, words } from "./words";

export function ending(view: TableView, winners: number[], score: string, how: string, scene: Scene): string {
  const names = winners.map((seat) => (view.chairs[seat] ? (view.chairs[seat] as TableView["chairs"][0]).name : ""));
  const title = winners.length ? fill(winners.length > 1 ? words.shared : words.won, { name: names.join(", ") }) : words.noResult;
  const faces = winners.map((seat) => {
    const chair = view.chairs[seat];
    return chair ? `<span class="winner">${CROWN}${face(chair, seat, "huge", true)}</span>` : "";
  });
  const rain = winners.length ? [1, 5, 3, 6, 2, 4, 1, 5, 6, 3, 2, 4].map((one, index) => die(one, `ember drop d${index}`)).join("") : "";
  const cards = ribbons(view, scene)
    .slice(0, 5)
    .map((one) => {
      const chair = view.chairs[one.seat];
      return chair
        ? `<div class="ribbon seat-${one.seat % 10}"><span class="rosette">${rosette(one.seat)}${face(chair, one.seat, "large")}</span><h2>${one.title}</h2><p class="name">${shape(one.seat, 24)}<span title="${escape(chair.name)}">${escape(chair.name)}</span></p><p>${one.why}</p></div>`
        : "";
    })
    .join("");
  return (
    `<div class="rain">${rain}</div><div class="winners n${Math.min(3, winners.length)}">${faces.join("")}</div>` +
    `<div class="result"><h1>${escape(title)}</h1><p class="score">${score}</p><p class="how">${escape(how)}</p><div class="start" data-key="Enter"><b class="key">OK</b>${words.again}</div><p class="follow">${words.follow}</p></div>` +
    `<div class="ribbons">${cards}</div>`
  );
}

export function farkleScore(game: View): string {
  const first = game.seats[game.winners[0] === undefined ? -1 : (game.winners[0] as number)];
  return first ? number(first.total) : "";
}

/** By how much somebody won alone, and before whom. */
export function farkleMargin(view: TableView, game: View): string {
  const winner = game.winners.length === 1 ? (game.winners[0] as number) : -1;
  const won = game.seats[winner];
  const next = most(game.seats.map((seat, index) => (index === winner || seat.gone ? 0 : seat.total)));
  const [second, chair] = [game.seats[next], view.chairs[next]];
  return won && second && chair && second.total < won.total ? fill(words.ahead, { points: won.total - second.total, name: chair.name }) : "";
}
