// The television of a party. One stage of 1920 by 1080, scaled to the screen; parts are written anew where they changed.

import "./tv.css";
import type { CompiledRules, Do, GameEvent, News, PartyBody, PartyPlace, RulesLook, TableView, View } from "../net/messages";
import type { MunchkinView } from "../munchkin/types";
import { escape } from "./drawing";
import { ending, farkleMargin, farkleScore } from "./ending";
import { eveningOf, showEvening } from "./evening";
import * as felt from "./felt";
import { GAMES } from "./games";
import { ask, Line, type Room } from "./line";
import { lobby, missing } from "./lobby";
import { items, type Item } from "./menu";
import { learnCards, munchkinTable } from "./munchkin";
import { nameChairs } from "./names";
import { newScene, tell, told, untold } from "./scene";
import * as sound from "./sound";
import { learnTitles } from "./titles";
import { fill, language, words } from "./words";

const KEPT = "hotdice.tv";
const WIFI = "hotdice.tv.wifi";
const PATIENCE = 60000;
/** More than so many milliseconds behind, and the screen catches up without showing each step. */
const TOO_LATE = 4000;
/** The bar on the felt in pixels: how long it is, and where what stands above its end begins. */
const WAY = 1480;
const GAIN_FROM = 20;

const stage = document.createElement("div");
stage.id = "stage";
stage.setAttribute("role", "main");
const parts: { [name: string]: { element: HTMLElement; html: string } } = {};

/** Write a part of the stage, where it has changed: what stands still goes on moving. */
function put(name: string, html: string): void {
  let part = parts[name];
  if (!part) {
    const element = document.createElement("div");
    element.id = name;
    stage.appendChild(element);
    part = parts[name] = { element, html: "" };
  }
  if (part.html === html) return;
  part.html = html;
  part.element.innerHTML = html;
  // The content policy takes no styles inside the text; places are set one by one.
  const placed = part.element.querySelectorAll<HTMLElement>("[data-x]");
  for (let index = 0; index < placed.length; index++) {
    const one = placed[index] as HTMLElement;
    one.style.left = `${one.getAttribute("data-x")}px`;
    if (one.getAttribute("data-y")) one.style.top = `${one.getAttribute("data-y")}px`;
    if (one.getAttribute("data-w")) one.style.width = `${one.getAttribute("data-w")}px`;
  }
}

function clear(but: string[]): void {
  for (const name of Object.keys(parts)) if (but.indexOf(name) < 0) put(name, "");
}

let room: Room | null = null;
let place: PartyPlace | null = null;
let line: Line | null = null;
let view: TableView | null = null;
let rules: CompiledRules | null = null;
let asked = "";
let scene = newScene();
let queue: { event: GameEvent; at: number }[] = [];
let busy = false;
let opened = Date.now();
let thrown = 0;
/** The game as far as the screen has told it: what is still to be shown stays untold. */
let shown: View | null = null;
/** The dice that the mover has chosen, as long as nothing is done with them. */
let picked: number[] = [];
let notice = "";
let away = false;
let choice = 0;
let menu: Item[] | null = null;
let chosen = 0;

function keep(what: Room | null): void {
  room = what;
  try {
    if (what) localStorage.setItem(KEPT, JSON.stringify(what));
    else localStorage.removeItem(KEPT);
  } catch {
    // A television without a memory opens a new party when it is switched on again.
  }
}

function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) || "null") as T | null;
  } catch {
    return null;
  }
}

// Drawing

function draw(): void {
  stage.className = view ? view.phase : "none";
  if (!view || !room) put("message", `<h1>${words.loading}</h1>`);
  else if (view.phase === "open") drawLobby(view, room);
  else if (view.phase === "over" && !busy && !queue.length) drawEnd(view);
  else drawGame(view);
  put("lost", away ? `<p>${words.lostLine}</p>` : notice ? `<p>${escape(notice)}</p>` : "");
  put("quiet", sound.silent && view && view.phase === "open" ? `<p>♪ ${words.sound}</p>` : "");
  put("menu", menu ? `<div class="list">${menu.map((item, index) => `<p class="${index === chosen ? "on" : ""}" data-item="${index}">${escape(item.text)}</p>`).join("")}</div>` : "");
}

function drawLobby(now: TableView, here: Room): void {
  clear(["lobby", "lost", "quiet", "menu"]);
  put("lobby", lobby(now, rules, place, here.word, Date.now() - opened > PATIENCE));
}

function drawGame(now: TableView): void {
  clear(["head", "total", "rail", "dice", "bar", "gain", "seats", "moment", "lost", "quiet", "menu", "felt", "room"]);
  if (now.kind === "munchkin") {
    const drawn = munchkinTable(now);
    put("felt", '<div class="cloth"></div>');
    put("head", drawn.head);
    put("room", drawn.room);
    put("seats", drawn.seats);
    return;
  }
  const game: View = busy && shown ? asShown(shown) : (now.game as View);
  const last = game.phase === "last" || game.phase === "play_off";
  put("felt", `<div class="cloth ${last ? "glows" : ""} ${scene.moment}"></div>`);
  put("head", felt.headline(now, game, scene, rules));
  put("total", felt.total(scene));
  put("rail", felt.rail(scene));
  put("dice", felt.dice(scene, scene.throws !== thrown));
  markDice(felt.scoring(scene, rules, game.step === "keep" && !scene.moment));
  drawWay(game);
  put("seats", felt.farkleSeats(now, game, scene));
  put("moment", felt.moment(now, scene));
}

/** The game that the screen shows while it is behind; what a stop needs is known of nobody but who moved then. */
function asShown(before: View): View {
  return Object.assign({}, before, { mover: scene.mover, needed: before.mover === scene.mover ? before.needed : 0 });
}

function drawWay(game: View): void {
  const points = felt.pickedPoints(scene, picked, rules);
  const way = felt.bar(game, scene, rules, points);
  put("bar", way ? `<div class="way"><span></span><span class="more"></span></div><p>${way.mark}</p>` : "");
  const spans = document.querySelectorAll<HTMLElement>("#bar .way span");
  if (way) [way.part, way.more].forEach((part, index) => ((spans[index] as HTMLElement).style.width = `${Math.round(part * 1000) / 10}%`));
  const end = way ? way.part + way.more : 0.5;
  put("gain", points ? `<p data-x="${Math.round(GAIN_FROM + WAY * end)}">${fill(words.banked, { points })}</p>` : "");
}

/** Dice under somebody's thumb, and those that score nothing; marked where they lie, for written anew they would tumble again. */
function markDice(good: number[]): void {
  const dice = document.querySelectorAll("#dice .die");
  for (let index = 0; index < dice.length; index++) {
    const one = scene.loose[index];
    (dice[index] as Element).classList.toggle("picked", !!one && picked.indexOf(one.number) >= 0);
    (dice[index] as Element).classList.toggle("dull", !!one && good.indexOf(one.number) < 0);
  }
}

function drawEnd(now: TableView): void {
  clear(["end", "lost", "quiet", "menu"]);
  if (now.kind === "munchkin") {
    const state = (now.game as unknown as MunchkinView).state;
    put("end", ending(now, state.winners, state.winners.length ? fill(words.level, { n: (state.seats[state.winners[0] as number] || { level: 0 }).level }) : "", "", scene));
  } else {
    const game = now.game as View | null;
    put("end", ending(now, game ? game.winners : [], game ? farkleScore(game) : "", game ? farkleMargin(now, game) : "", scene));
  }
}

function scale(): void {
  const size = Math.min(window.innerWidth / 1920, window.innerHeight / 1080);
  stage.style.transform = `translate(${(window.innerWidth - 1920 * size) / 2}px, ${(window.innerHeight - 1080 * size) / 2}px) scale(${size})`;
}

// What happens

function learnRules(now: TableView): void {
  if (now.kind !== "farkle") {
    rules = null;
    asked = "";
    learnCards(now.rules, draw);
    return;
  }
  if (asked === now.rules) return;
  asked = now.rules;
  rules = null;
  ask<RulesLook>("POST", "/api/rules", { rules: now.rules }, "", (look) => {
    if (asked === now.rules && look) {
      rules = look.rules;
      draw();
    } else if (!look) {
      asked = "";
      setTimeout(() => view && learnRules(view), 2000);
    }
  });
}

const HEARD: { [type: string]: "land" | "farkle" | "bank" | "last" | "card" | "keep" } = {
  DiceRolled: "land",
  Farkled: "farkle",
  Banked: "bank",
  LastTurnsBegan: "last",
  CardPlayed: "card",
  DiceKept: "keep",
};

/** Show the next event; when there is none, what the view says. */
function step(): void {
  const next = queue.shift();
  if (!next) {
    busy = false;
    settle();
    draw();
    return;
  }
  busy = true;
  thrown = scene.throws;
  if (view && view.kind === "farkle" && view.game) shown = told(shown || untold(view.game), next.event);
  const late = Date.now() - next.at > TOO_LATE;
  const wait = tell(scene, next.event);
  const heard = HEARD[next.event.type];
  if (!late && heard) sound.play(scene.moment === "hot" ? "hot" : heard);
  if (wait && !late) {
    draw();
    setTimeout(step, wait);
  } else step();
}

/** The scene is what the view says; events only told how it came. */
function settle(): void {
  thrown = scene.throws;
  shown = view && view.kind === "farkle" ? view.game : null;
  if (!view || view.kind !== "farkle" || !view.game || view.phase !== "playing") return;
  const game = view.game as View;
  if (scene.mover !== game.mover) scene.rows = [];
  scene.mover = game.mover;
  scene.turnTotal = game.turn_total;
  if (game.step === "keep" || game.step === "farkle") scene.loose = game.hand.map((number, index) => ({ number, face: game.faces[index] || 0 }));
  else if (game.phase !== "roll_off") scene.loose = [];
  scene.moment = "";
}

/** Everybody by the name that is shown. */
function withNames(now: TableView): TableView {
  nameChairs(now.chairs);
  return now;
}

function heard(now: TableView, news: News[], first: boolean): void {
  const before = view;
  view = withNames(now);
  if (first) {
    picked = [];
    scene = newScene();
    queue = [];
    busy = false;
  }
  learnRules(now);
  for (const one of news) {
    for (const event of (one.events || []) as GameEvent[]) {
      if (now.kind !== "farkle") continue;
      picked = [];
      if (first) tell(scene, event);
      else queue.push({ event, at: Date.now() });
    }
    if (!first) tellNews(one, now);
  }
  if (now.rematch && room && now.rematch !== room.match) {
    enter({ match: now.rematch, token: room.token, word: room.word });
    return;
  }
  if (first) settle();
  if (before && before.phase === "playing" && now.phase === "over") sound.play("win");
  if (before && before.phase === "open" && now.chairs.filter((chair) => !chair.empty).length > before.chairs.filter((chair) => !chair.empty).length) sound.play("board");
  if (!busy && queue.length) step();
  else draw();
}

function tellNews(one: News, now: TableView): void {
  const chair = one.seat === null || one.seat === undefined ? undefined : now.chairs[one.seat];
  if (one.what === "PlayedFor" && chair) say(fill(words.host, { name: chair.name }));
  if (one.what === "SeatClaimed" && chair) say(fill(words.claimed, { name: chair.name }));
}

let hushing = 0;
function say(text: string): void {
  notice = text;
  clearTimeout(hushing);
  hushing = window.setTimeout(() => {
    notice = "";
    draw();
  }, 4000);
  draw();
}

function tellHost(command: Do["command"]): void {
  if (line) line.do(command);
}

// Coming in

function enter(next: Room): void {
  if (line) line.close();
  keep(next);
  view = null;
  shown = null;
  scene = newScene();
  queue = [];
  busy = false;
  opened = Date.now();
  line = new Line(next, {
    heard,
    chose(dice) {
      picked = dice;
      draw();
    },
    lost(gone) {
      away = !gone;
      if (gone) open();
      else draw();
    },
    there() {
      away = false;
    },
    refused: say,
  });
}

function open(): void {
  if (line) line.close();
  line = null;
  keep(null);
  draw();
  ask<PartyBody>("POST", "/api/parties", GAMES[choice], "", (made) => {
    if (made) enter(made);
    else setTimeout(open, 3000);
  });
}

function next(): void {
  if (!room || !view) return;
  ask<PartyBody>("POST", `/api/matches/${room.match}/again`, undefined, room.token, (made) => {
    if (made) enter(made);
  });
}

// Keys of a remote, of a keyboard, or a click

function pressed(key: string): void {
  sound.unlock();
  if (!view) return;
  if (menu) {
    const count = menu.length;
    if (key === "ArrowDown") chosen = (chosen + 1) % count;
    else if (key === "ArrowUp") chosen = (chosen + count - 1) % count;
    else if (key === "Enter") use(menu[chosen] as Item);
    else if (key === "Back") menu = null;
  } else if (key === "ArrowDown" || key === "ArrowUp" || key === "Menu") {
    menu = items(view, rules, false);
    chosen = 0;
  } else if (view.phase === "open" && key === "Enter") {
    if (!missing(view, rules) && !view.closing) tellHost({ type: "Begin", fewer: true });
  } else if (view.phase === "open" && (key === "ArrowLeft" || key === "ArrowRight")) {
    choice = (choice + (key === "ArrowRight" ? 1 : GAMES.length - 1)) % GAMES.length;
    const wish = GAMES[choice];
    if (wish) tellHost({ type: "ChooseGame", kind: wish.kind, rules: wish.rules });
  } else if (view.phase === "over" && key === "Enter") next();
  draw();
}

function use(item: Item): void {
  menu = null;
  if (item.command) tellHost(item.command);
  if (item.act === "sound") sound.hush();
  if (item.act === "room") open();
  if (item.rename !== undefined && view) {
    const chair = view.chairs[item.rename];
    const name = window.prompt(fill(words.newName, { name: chair ? chair.name : "" }), chair ? chair.name : "");
    if (name && name.trim()) tellHost({ type: "Rename", seat: item.rename, name: name.trim().slice(0, 40) });
  }
}

/** Televisions have names of their own for "back", and old ones tell only numbers. */
const NUMBERS: { [code: number]: string } = { 13: "Enter", 27: "Back", 8: "Back", 461: "Back", 10009: "Back", 37: "ArrowLeft", 38: "ArrowUp", 39: "ArrowRight", 40: "ArrowDown", 32: "Enter" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = NUMBERS[event.keyCode] || event.key;
  if (["Enter", "Back", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Menu"].indexOf(key) >= 0) event.preventDefault();
  pressed(key);
});

document.addEventListener("click", (event) => {
  const at = event.target as Element;
  const item = at.closest("[data-item]");
  const button = at.closest("[data-key]");
  if (item && menu) {
    chosen = Number(item.getAttribute("data-item"));
    pressed("Enter");
  } else if (button) pressed(button.getAttribute("data-key") || "");
  else pressed(menu ? "Back" : "");
});

window.addEventListener("resize", scale);
setInterval(() => {
  if (view && view.phase === "open") draw();
}, 5000);

const holder = document.getElementById("tv");
if (holder) holder.appendChild(stage);
document.documentElement.lang = language;
scale();

/** The party of this screen: the one that it remembers, or a new one. */
function begin(): void {
  draw();
  learnTitles(draw);
  ask<PartyPlace>("GET", "/api/party", undefined, "", (found) => {
    place = found;
    const own = recall<{ name: string; password: string }>(WIFI);
    if (place && own && own.name && !place.wifi) {
      place.wifi = own.name;
      place.password = own.password;
    }
    draw();
  });
  const known = recall<Room>(KEPT);
  if (known && known.match) enter(known);
  else open();
}

const evening = eveningOf(location.hash);
if (evening) showEvening(evening, put);
else begin();
