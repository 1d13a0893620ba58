// What the television is drawn with: text that cannot break out, flat dice, faces, shapes of seats, codes.

import qrcode from "qrcode-generator";
import { drawing, lent, regular, worn } from "../art/faces";
import { SHAPES } from "../parts/shapes";

const COLOURS = ["#ff8a5c", "#7fb2ee", "#d9b445", "#bd98e0", "#5fc39f", "#f08cb8", "#6cc5d2", "#d9a583", "#b0cc66", "#b3bcc9"];
const BACKS = ["#b93a1a", "#2f6db5", "#8a6a00", "#7a4fa3", "#1f7a5c", "#c2508a", "#3d7e8c", "#6b6258"];
const PIPS: { [face: number]: number[][] } = {
  1: [[50, 50]],
  2: [[26, 26], [74, 74]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[26, 26], [74, 26], [26, 74], [74, 74]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[26, 25], [74, 25], [26, 50], [74, 50], [26, 75], [74, 75]],
}; // prettier-ignore

export function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

export function seatColour(seat: number): string {
  return COLOURS[seat % COLOURS.length] as string;
}

export function shape(seat: number, size: number): string {
  return `<svg class="shape s${size}" viewBox="0 0 16 16" fill="${seatColour(seat)}"><path d="${SHAPES[seat % SHAPES.length]}"/></svg>`;
}

/** A flat die; 0 is a die that lies face down, in the cup. */
export function die(face: number, names = ""): string {
  const pips = (PIPS[face] || []).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${face === 1 ? 12 : 9.5}"/>`).join("");
  return `<span class="die ${names}" data-face="${face}"><svg viewBox="0 0 100 100" fill="${face === 1 ? "#b93a1a" : "#1e1b18"}">${pips}</svg></span>`;
}

export interface Somebody {
  bot: string;
  face: string;
}

/** Somebody's face in the ring of their seat; to who chose none the seat lends one, as everywhere. */
export function face(who: Somebody, seat: number, names: string, glad = false): string {
  // Who left a bot to play keeps their face: it is their seat, and the note says who plays.
  const bot = who.bot;
  const own = bot ? undefined : worn(who.face) || lent(seat);
  const regularFace = bot ? regular(bot) : undefined;
  const source = drawing(own ? own.name : regularFace ? regularFace.face : "", glad);
  const inside = source ? `<img src="${source}" alt="" class="back-${own ? own.colour : "none"}">` : shape(seat, 60);
  return `<span class="face seat-${seat % COLOURS.length} ${names}">${inside}</span>`;
}

/** A code for cameras: dark on white, with its quiet border. */
export function code(text: string): string {
  const made = qrcode(0, "M");
  made.addData(text, "Byte");
  made.make();
  const count = made.getModuleCount();
  let path = "";
  for (let y = 0; y < count; y++) for (let x = 0; x < count; x++) if (made.isDark(y, x)) path += `M${x + 3} ${y + 3}h1v1h-1z`;
  return `<svg class="qr" viewBox="0 0 ${count + 6} ${count + 6}" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

/** What a camera reads to join a wifi. */
export function wifiText(name: string, password: string): string {
  const safe = (text: string): string => text.replace(/([\\;,:"])/g, "\\$1");
  return password ? `WIFI:T:WPA;S:${safe(name)};P:${safe(password)};;` : `WIFI:T:nopass;S:${safe(name)};;`;
}

export const CUP =
  '<svg class="cup" viewBox="0 0 120 130"><ellipse cx="66" cy="120" rx="42" ry="9" fill="#000" opacity=".3"/><path d="M22 32c2 8 74 8 76 0l-11 82c-4 8-50 8-54 0z" fill="#8a4a2b"/><path d="M22 32c1 5 18 7 34 7l-2 80c-11 0-19-2-21-5z" fill="#a9623c"/><path d="M25 56c10 6 60 6 70 0l-2 13c-12 6-54 6-66 0z" fill="#f2c063"/><path d="M25 56c6 3 18 5 30 5l-1 12c-12 0-22-2-27-4z" fill="#ffd98c"/><path d="M22 32c4-9 72-9 76 0-4 9-72 9-76 0z" fill="none" stroke="#6a3419" stroke-width="5"/><ellipse cx="60" cy="32" rx="35" ry="5.5" fill="#3a1d0e"/></svg>';
export const CROWN =
  '<svg class="crown" viewBox="0 0 48 34"><path d="M4 30 2 8l12 9L24 2l10 15 12-9-2 22z" fill="#F2C063" stroke="#8A5A10" stroke-width="2.4" stroke-linejoin="round"/></svg>';

/** The frill round a face that has won something, and its two tails, in the colour of the seat. */
export function rosette(seat: number): string {
  const petals = 16;
  let path = "";
  for (let index = 0; index < petals; index++) {
    const turn = (2 * Math.PI * index) / petals;
    path += `<circle cx="${(100 + 84 * Math.cos(turn)).toFixed(1)}" cy="${(100 + 84 * Math.sin(turn)).toFixed(1)}" r="18"/>`;
  }
  return `<svg class="frill" viewBox="0 0 200 250" fill="${seatColour(seat)}"><path d="M60 150 38 240l32-10 18 20 16-70zM140 150l22 90-32-10-18 20-16-70z" opacity=".75"/>${path}<circle cx="100" cy="100" r="86"/></svg>`;
}

export { COLOURS, BACKS };
