// The Munchkin Dice table for everybody: the stairs of levels, the door, what the die says, the fight. Hands stay on the phones.

import door from "../art/scenes/door.svg?url";
import hall from "../art/scenes/room.svg?url";
import { showing, sidesOf } from "../munchkin/solid";
import type { MunchkinState, MunchkinView } from "../munchkin/types";
import type { Line, MunchkinCards, TableView } from "../net/messages";
import { CROWN, escape, face } from "./drawing";
import { seats } from "./felt";
import { ask } from "./line";
import { said } from "./munchkin-words";
import { fill, language, words } from "./words";

const pictures = import.meta.glob<string>("../art/cards/munchkin-dice/*.svg", { query: "?url", import: "default", eager: true });
const translated = import.meta.glob<string>("../words/cards/munchkin-dice.*.json", { query: "?url", import: "default", eager: true });

/** What is known of the cards of a table: their names, and which level wins. Somebody's own cards have no pictures. */
interface Cards {
  rules: string;
  names: { [id: string]: string };
  top: number;
  own: boolean;
}
const UNKNOWN: Cards = { rules: "", names: {}, top: 10, own: true };
let cards = UNKNOWN;
let asked = "";

/** Ask for the cards of a table, once; `then` draws it anew. */
export function learnCards(rules: string, then: () => void): void {
  if (asked === rules) return;
  asked = rules;
  ask<MunchkinCards>("POST", "/api/munchkin/cards", { rules }, "", (found) => {
    if (asked !== rules) return;
    if (!found) {
      asked = "";
      return;
    }
    cards = { rules, names: {}, top: found.winning_level, own: rules.indexOf('"cards"') >= 0 };
    for (const card of found.cards) cards.names[card.id] = card.name;
    then();
    const file = cards.own ? "" : translated[`../words/cards/munchkin-dice.${language}.json`];
    if (!file) return;
    ask<{ [key: string]: string }>("GET", file, undefined, "", (texts) => {
      if (!texts || cards.rules !== rules) return;
      for (const id of Object.keys(cards.names)) cards.names[id] = texts[`${id}.name`] || (cards.names[id] as string);
      then();
    });
  });
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((all, line) => all + line.points, 0);
}

function nameOf(view: TableView, seat: number): string {
  const chair = view.chairs[seat];
  return chair ? chair.name : "";
}

const WIDTH = 1720;
const FLOOR = 52;
const RISE = 108;
const FACE = 84;
const BEHIND = 66;
const TALL = FLOOR + RISE + FACE + 40;

/** The levels as stairs, everybody on theirs; the last step wins. */
function stairs(view: TableView, state: MunchkinState): string {
  const step = WIDTH / cards.top;
  const height = (level: number): number => FLOOR + (RISE * (level - 1)) / Math.max(1, cards.top - 1);
  let drawn = "";
  for (let level = 1; level <= cards.top; level++) {
    const [x, y, last] = [(level - 1) * step, TALL - height(level), level === cards.top];
    drawn += `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${step.toFixed(1)}" height="${height(level).toFixed(1)}" fill="${last ? "#f2c063" : level % 2 ? "#2c5a50" : "#27524a"}"/><rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${step.toFixed(1)}" height="6" fill="${last ? "#ffe3a1" : "#5f8f82"}"/>`;
    if (cards.top <= 12 || level % 2 === 0) drawn += `<text x="${(x + step / 2).toFixed(1)}" y="${TALL - 14}" fill="${last ? "#3a2505" : "#d9e4df"}">${level}</text>`;
  }
  const levels = state.seats.map((seat) => Math.max(1, Math.min(seat.level, cards.top)));
  const faces = view.chairs.map((chair, seat) => {
    const level = levels[seat] || 1;
    const peers = levels.map((_, index) => index).filter((one) => levels[one] === level);
    // More than three stand in two rows.
    const place = peers.indexOf(seat);
    const rows = peers.length > 3 ? 2 : 1;
    const columns = Math.ceil(peers.length / rows);
    const apart = Math.min(FACE + 8, columns > 1 ? (Math.max(step, FACE * 2) - FACE) / (columns - 1) + 8 : 0);
    const middle = (level - 0.5) * step + (Math.floor(place / rows) - (columns - 1) / 2) * apart;
    const behind = rows > 1 && place % 2 === 0 ? BEHIND : 0;
    const x = Math.max(0, Math.min(WIDTH - FACE, middle - FACE / 2));
    return `<span class="climber ${seat === state.mover ? "moves" : ""}" data-x="${Math.round(x)}" data-y="${Math.round(TALL - height(level) - FACE - 4 - behind)}">${face(chair, seat, "")}</span>`;
  });
  return `<div class="stairs"><svg viewBox="0 0 ${WIDTH} ${TALL}">${drawn}</svg>${CROWN}${faces.join("")}</div>`;
}

/** The ten-sided die, solid, with a side to the front. */
function ten(value: number): string {
  const tone = (light: number, dark: number, bright: number): number => Math.round(dark + (bright - dark) * Math.min(1, light * 1.1));
  const sides = sidesOf(showing(value)).map((side) => {
    const colour = `rgb(${tone(side.light, 110, 232)},${tone(side.light, 35, 137)},${tone(side.light, 16, 109)})`;
    const mark = side.face === 10 ? '<circle r="15" fill="none" stroke="#fff6e6" stroke-width="4"/>' : `<text y="15" font-size="42" text-anchor="middle" fill="#fff6e6">${side.face}</text>`;
    return `<polygon points="${side.points}" fill="${colour}" stroke="#5e1f0e" stroke-width="1.6"/><g transform="${side.matrix}" opacity="${side.face === value ? 1 : 0.6}">${mark}</g>`;
  });
  return `<svg class="ten" viewBox="0 0 200 200">${sides.join("")}</svg>`;
}

function picture(address: string, names: string, plate = ""): string {
  return `<div class="window"><img class="${names}" src="${address}" alt="">${plate}</div>`;
}


/** Both sides of a fight, its sum, and what stands behind the door. */
function fight(view: TableView, game: MunchkinView): string {
  const on = game.state.fight;
  if (!on || !game.account) return "";
  const heroes = on.helper >= 0 ? [on.seat, on.helper] : [on.seat];
  const [ours, theirs] = [sum(game.account.heroes), sum(game.account.monsters)];
  const even = game.account.heroes_win ? said.tieHeroes : said.tieMonsters;
  const told = { name: heroes.map((seat) => nameOf(view, seat)).join(" + "), n: Math.abs(ours - theirs) };
  const verdict = ours === theirs ? even : fill(ours < theirs ? said.short : said.ahead, told);
  const first = on.monsters[0] || "";
  const title = on.monsters.map((id) => cards.names[id] || "").join(" + ");
  const plate = `<p class="plate"><b>${escape(title)}</b><span>${fill(words.level, { n: theirs })}</span></p>`;
  const faces = heroes.map((seat) => (view.chairs[seat] ? face(view.chairs[seat] as TableView["chairs"][0], seat, "large") : "")).join("");
  const drawn = cards.own ? "" : pictures[`../art/cards/munchkin-dice/${first}.svg`];
  return (
    `<div class="account"><p class="versus">${faces}<b class="${game.account.heroes_win ? "wins" : "loses"}">${ours}</b><i>:</i><b>${theirs}</b></p><p class="verdict">${escape(verdict)}</p></div>` +
    picture(drawn || hall, drawn ? "" : "scene", plate)
  );
}

/** What lies on the table of Munchkin Dice now, part by part. */
export function munchkinTable(view: TableView): { head: string; room: string; seats: string } {
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
  const first = state.agenda[0];
  const called = first ? (first.asked || []).map((seat) => nameOf(view, seat)) : [];
  const about = called.length ? fill(words.asked, { names: called.join(", ") }) : "";
  const title = fill(says[state.phase] || words.turn, { name });
  const head = `${chair ? face(chair, state.mover, "mover") : ""}<div class="line short"><h1 class="title" title="${escape(title)}">${escape(title)}</h1><p class="about" title="${escape(about)}">${escape(about)}</p></div>`;
  const roll = state.roll && state.roll.face ? `<div class="account fallen">${ten(state.roll.face)}<p class="verdict">${said.results[state.roll.face - 1] || ""}</p></div>` : "";
  const closed = state.phase === "before_door" || state.phase === "setup";
  const highest = Math.max.apply(null, state.seats.map((seat) => seat.level));
  const leader = state.seats.map((seat) => seat.level).indexOf(highest);
  return {
    head,
    room: `${fight(view, game) || `${roll || (closed ? `<div class="account lies">${ten(7)}</div>` : "")}${picture(closed ? door : hall, "scene")}`}${stairs(view, state)}`,
    seats: seats(view, state.mover, highest > 1 ? leader : -1, (seat) => {
      const own = state.seats[seat];
      return { score: own ? fill(words.level, { n: own.level }) : "", note: own ? fill(words.cards, { n: own.hand.length }) : "" };
    }),
  };
}
