// The game on the felt, and the seats below it.

import { goalOf, pointsToLead } from "../core/game/goals";
import { tableOf } from "../core/rules/ruleset";
import type { CompiledRules, TableView, View } from "../net/messages";
import { CROWN, CUP, die, escape, face, shape } from "./drawing";
import { botName } from "./names";
import type { Scene } from "./scene";
import { fill, number, words } from "./words";

function leader(game: View): number {
  let best = -1;
  game.seats.forEach((seat, index) => {
    const before = game.seats[best];
    if (!seat.gone && seat.total > 0 && (!before || seat.total > before.total)) best = index;
  });
  return best;
}

/** What the mover plays for, as the core has it, in a sentence. */
function goalLine(rules: CompiledRules, view: TableView, game: View, scene: Scene, name: string): string {
  const aim = goalOf(rules, game, scene.turnTotal);
  if (!aim) return "";
  const values = Object.assign({ name }, aim);
  switch (aim.kind) {
    case "last": {
      const first = leader(game);
      const [ahead, chair] = [game.seats[first], view.chairs[first]];
      const beat = ahead && chair && { leader: chair.name, points: ahead.total, name, need: pointsToLead(rules, game) };
      return beat && aim.rest ? fill(words.beat, beat) : fill(words.enough, { name });
    }
    case "opening":
      return fill(aim.rest > 0 ? words.opening : words.openingDone, values);
    case "minimum":
      return fill(words.minimum, values);
    case "penalty":
      return fill(words.penalty, values);
    case "round":
      return fill(words.round, values);
    case "target":
      return fill(aim.rest ? words.target : words.targetDone, values);
    case "play_off":
      return words.playOff;
    default:
      return "";
  }
}

/** The first two lines: who, and what it is about. */
export function headline(view: TableView, game: View, scene: Scene, rules: CompiledRules | null): string {
  const chair = view.chairs[scene.mover];
  const name = chair ? chair.name : "";
  let title = fill(game.step === "keep" ? words.choose : game.step === "decide" ? words.decide : words.turn, { name });
  if (game.phase === "roll_off") title = fill(words.rollOff, { name });
  else if (game.phase === "last") title = fill(words.last, { name });
  const asleep = chair && !chair.bot && !chair.online && !chair.stand_in;
  const about = asleep ? fill(words.sleeps, { name }) : rules ? goalLine(rules, view, game, scene, name) : "";
  return `${chair ? face(chair, scene.mover, "mover") : ""}<div class="line"><h1 class="title" title="${escape(title)}">${escape(title)}</h1><p class="about">${escape(about)}</p></div>`;
}

export function total(scene: Scene): string {
  return `<p>${words.thisTurn}</p><p class="sum" data-total="${scene.turnTotal}">${number(scene.turnTotal)}</p>`;
}

export function rail(scene: Scene): string {
  return scene.rows
    .slice(-4)
    .map((row) => `<div class="row">${row.faces.map((one) => die(one, "small")).join("")}<b>${number(row.points)}</b></div>`)
    .join("");
}

/** The dice; those that were just thrown tumble, by turns so that the last one lands a little later. */
export function dice(scene: Scene, thrown: boolean): string {
  if (!scene.loose.length && !scene.moment) return CUP;
  return scene.loose.map((one, index) => die(one.face, `${thrown ? `thrown t${index % 6}` : ""} r${(one.number * 5) % 7} ${scene.moment === "farkle" ? "dim" : ""}`)).join("");
}

/** What the dice under the mover's thumb would bring; nothing as long as they are no keep. */
export function pickedPoints(scene: Scene, picked: number[], rules: CompiledRules | null): number {
  const chosen = scene.loose.filter((one) => picked.indexOf(one.number) >= 0);
  if (!rules || !chosen.length) return 0;
  const faces = (dice: Scene["loose"]): number[] => dice.map((one) => one.face);
  const found = tableOf(rules).optionFor(faces(scene.loose), faces(chosen));
  return found ? found.points : 0;
}

/** Which of the dice that lie there may be part of a keep, by their numbers; all of them while nobody chooses. */
export function scoring(scene: Scene, rules: CompiledRules | null, chooses: boolean): number[] {
  const all = scene.loose.map((one) => one.number);
  if (!rules || !chooses) return all;
  const keeps = tableOf(rules).options(scene.loose.map((one) => one.face)).map((one) => one.keep).join("");
  return scene.loose.filter((one) => keeps.indexOf(String(one.face)) >= 0).map((one) => one.number);
}

export interface Way {
  /** How much of the bar is full, and how much more would be. */
  part: number;
  more: number;
  mark: string;
}

/** How far the turn is on the way to what wins, or to the target; `more` is what may still be kept. */
export function bar(game: View, scene: Scene, rules: CompiledRules | null, more: number): Way | null {
  const own = game.seats[scene.mover];
  if (!rules || !own) return null;
  const need = game.phase === "last" ? pointsToLead(rules, game) : 0;
  const begun = need ? 0 : own.total;
  const whole = need || rules.target;
  if (!whole) return null;
  const part = Math.max(0, Math.min(1, (begun + scene.turnTotal) / whole));
  return { part, more: Math.min(1 - part, more / whole), mark: need ? fill(words.wins, { need }) : number(rules.target) };
}

export function moment(view: TableView, scene: Scene): string {
  const who = view.chairs[scene.points];
  switch (scene.moment) {
    case "farkle":
      return `<div class="moment farkle"><b>${words.farkle}</b>${scene.points ? `<p>${fill(words.lost, { points: scene.points })}</p>` : ""}</div>`;
    case "hot":
      return `<div class="moment hot"><b>${words.hot}</b></div>`;
    case "banked":
      return `<div class="moment banked"><b>${fill(words.banked, { points: scene.points })}</b></div>`;
    case "last":
      return `<div class="moment last"><b>${words.lastTurns}</b></div>`;
    case "card":
      return `<div class="moment card"><b>${escape(fill(words.playedCard, { name: who ? who.name : "" }))}</b></div>`;
    default:
      return "";
  }
}

/** What a seat is worth and what it does, in the words of its game. */
export interface SeatLine {
  score: string;
  note: string;
}

export function seats(view: TableView, mover: number, first: number, line: (seat: number) => SeatLine): string {
  const count = view.chairs.length;
  const gap = 22;
  const width = Math.min(count < 4 ? 580 : 350, (1840 - gap * (count - 1)) / count);
  const start = 40 + (1840 - count * width - gap * (count - 1)) / 2;
  return view.chairs
    .map((chair, seat) => {
      const { score, note } = line(seat);
      const asleep = !chair.bot && !chair.stand_in && !chair.online;
      const said = chair.guess ? `<span class="bubble">${chair.guess === "farkle" ? words.yes : words.no}</span>` : "";
      const told = chair.stand_in ? fill(words.bot, { bot: botName(chair.stand_in, chair.stand_in) }) : asleep ? words.asleep : note;
      return (
        `<div class="seat seat-${seat % 10} ${seat === mover ? "moves" : ""} ${seat === first ? "leads" : ""} ${count > 5 ? "narrow" : ""}" data-x="${start + seat * (width + gap)}" data-w="${width}">` +
        `${said}<span class="head">${face(chair, seat, asleep ? "away" : "")}${seat === first ? CROWN : ""}</span>` +
        `<div class="of"><p class="name">${shape(seat, 24)}<span title="${escape(chair.name)}">${escape(chair.name)}</span></p><b>${score}</b><p class="note" title="${escape(told)}">${escape(told)}</p></div></div>`
      );
    })
    .join("");
}

export function farkleSeats(view: TableView, game: View, scene: Scene): string {
  const first = leader(game);
  return seats(view, scene.mover, first, (seat) => {
    const own = game.seats[seat];
    const note = own && own.gone ? words.gone : seat === scene.mover ? words.now : seat === first && game.phase === "last" ? words.beaten : "";
    const cards = game.cards ? fill(words.cards, { n: game.cards.counts[seat] || 0 }) : "";
    return { score: number(own ? own.total : 0), note: note || cards };
  });
}
