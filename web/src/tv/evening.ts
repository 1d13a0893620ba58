// The evening for a room: the clock, the tables and the standings, page after page, on the stage of the television.

import type { EveningView, PartyPlace, RoundSeen } from "../net/messages";
import { code, escape } from "./drawing";
import { said } from "./evening-words";
import { ask } from "./line";
import { fill, language, number, words } from "./words";

const LINES = 14;
const FEW = 8;
const SECONDS = 10;
const PAUSE = 3000;

/** Which evening an address asks for; "" for a party. */
export function eveningOf(fragment: string): string {
  const found = /^#evening=([a-z0-9]{1,32})$/.exec(fragment);
  return found ? (found[1] as string) : "";
}

/** Follow an evening; `put` writes a part of the stage. */
export function showEvening(id: string, put: (name: string, html: string) => void): void {
  let view: EveningView | null = null;
  let place: PartyPlace | null = null;
  let ahead = 0;
  let tick = 0;
  let lost = "";

  function draw(): void {
    put("evening", view ? page(view, place, Date.now() + ahead, Math.floor(tick / SECONDS)) : "");
    put("lost", lost ? `<p>${escape(lost)}</p>` : "");
  }

  function follow(): void {
    ask<EveningView>("GET", `/api/evenings/${id}${view ? `/after/${view.length}` : ""}`, undefined, "", (found, status) => {
      if (found) {
        view = found;
        ahead = found.now - Date.now();
      }
      lost = found ? "" : status === 404 ? said.none : words.lostLine;
      draw();
      if (found) follow();
      else if (status !== 404) setTimeout(follow, PAUSE);
    });
  }

  ask<PartyPlace>("GET", "/api/party", undefined, "", (found) => {
    place = found;
    draw();
  });
  setInterval(() => {
    tick++;
    draw();
  }, 1000);
  follow();
}

function page(view: EveningView, place: PartyPlace | null, now: number, turn: number): string {
  const round = view.rounds[view.rounds.length - 1];
  const left = round && round.left !== null ? (round.running ? round.left - (now - view.now) : round.left) : null;
  const heading = round ? (round.stage === "knockout" && view.play_off.length ? said.playOff : fill(said.round, { n: round.number })) : "";
  const estimate = view.estimate && view.phase !== "over" ? new Date(view.estimate.likely).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" }) : "";
  const time = left !== null ? `<p class="clock ${left <= 0 ? "up" : ""}">${clock(left)}</p>` : `<p>${estimate ? fill(said.until, { time: estimate }) : ""}</p>`;
  const over = left !== null && left <= 0 && round && !round.over ? `<p class="rule">${said.time[view.plan.time_up]}</p>` : "";
  const first = view.phase === "entry" ? door(view, place) : round && view.phase !== "over" ? tables(view, round, turn) : "";
  return (
    `<div class="top"><h1>${escape(view.plan.title)}</h1><p>${heading}</p>${time}</div>${over}` +
    `<div class="halves">${first}${standings(view, round, turn)}${luck(view, turn)}</div>`
  );
}

/** What is left on a clock, as minutes and seconds. */
function clock(left: number): string {
  const seconds = Math.floor(Math.abs(left) / 1000);
  return `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${("0" + (seconds % 60)).slice(-2)}`;
}

function nameOf(view: EveningView, player: number): string {
  const found = view.players[player - 1];
  return found ? found.name : "";
}

/** The lines that have their turn now. */
function part<T>(all: readonly T[], turn: number): T[] {
  const pages = Math.max(1, Math.ceil(all.length / LINES));
  return all.slice((turn % pages) * LINES, ((turn % pages) + 1) * LINES);
}

/** A few lines are larger: they are read from the back of the room. */
function few(all: readonly unknown[]): string {
  return all.length <= FEW ? "few" : "";
}

/** Of several people each has as much room. */
function line(place: string | number, people: string[], result: string, names = ""): string {
  const who = people.map((name) => `<span class="who-is" title="${escape(name)}">${escape(name)}</span>`).join('<i class="dash">–</i>');
  return `<p class="line ${names}"><b class="place">${place}</b>${who}<b class="result">${result}</b></p>`;
}

function tables(view: EveningView, round: RoundSeen, turn: number): string {
  const free = round.byes.length ? `<p class="said">${escape(fill(said.free, { names: round.byes.map((one) => nameOf(view, one)).join(", ") }))}</p>` : "";
  const shown = part(round.tables, turn).map((table) => {
    const scores = table.scores ? table.scores.map((one) => (one === null ? "–" : number(one))).join(" : ") : "";
    return line(table.number, table.players.map((one) => nameOf(view, one)), scores);
  });
  return `<div class="half wide ${few(round.tables)}">${shown.join("")}${free}</div>`;
}

function door(view: EveningView, place: PartyPlace | null): string {
  const where = place && place.address ? `${place.address}/#/evening/${view.evening}` : "";
  const here = view.players.filter((one) => one.here).length;
  return `<div class="half wide">${where ? `${code(where)}<p class="said">${said.scan}</p><p class="where">${escape(where.replace(/^https?:\/\//, ""))}</p>` : ""}<p class="said">${fill(said.players, { n: view.players.length, here })}</p></div>`;
}

function standings(view: EveningView, round: RoundSeen | undefined, turn: number): string {
  const shown = part(view.standings, turn).map((one) => {
    const place = round ? (one.last ? `${one.place}–${one.last}` : String(one.place)) : "";
    const points = round && view.plan.system !== "knockout" ? escape(one.points) : "";
    return line(place, [nameOf(view, one.player)], points, one.place <= 3 && view.phase === "over" ? "first" : "");
  });
  return `<div class="half ${few(view.standings)}">${shown.join("")}</div>`;
}

function luck(view: EveningView, turn: number): string {
  if (!view.luck.length) return "";
  const shown = part(view.luck, turn).map((one) => line(one.place, [one.name], number(Math.round(one.points * 100) / 100)));
  return `<div class="half ${few(view.luck)}"><h2>${said.luck}</h2>${shown.join("")}</div>`;
}
