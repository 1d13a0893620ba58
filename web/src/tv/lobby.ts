// Before the game: who is there, how to come in, what will be played.

import type { CompiledRules, PartyPlace, TableView } from "../net/messages";
import { code, CUP, die, escape, face, shape, wifiText } from "./drawing";
import { minutes } from "./games";
import { titleOf } from "./titles";
import { fill, words } from "./words";

/** Where the chairs stand round the felt, by how many there are. */
const CHAIRS: number[][] = [
  [620, 320], [340, 335], [900, 335], [170, 575], [1070, 575], [380, 812], [860, 812], [620, 812],
]; // prettier-ignore

/** How many of those who sit here the sheet still needs. */
export function missing(view: TableView, rules: CompiledRules | null): number {
  const taken = view.chairs.filter((chair) => !chair.empty).length;
  const least = rules ? rules.seats[0] || 2 : view.kind === "munchkin" ? 3 : 2;
  return Math.max(0, least - taken);
}

export function lobby(view: TableView, rules: CompiledRules | null, place: PartyPlace | null, word: string, waited: boolean): string {
  const taken = view.chairs.filter((chair) => !chair.empty).length;
  const late = view.chairs.filter((chair) => chair.seal && !chair.gave_seed).map((chair) => chair.name);
  const lacks = missing(view, rules);
  const chairs = view.chairs
    .map((chair, seat) => {
      const [x = 0, y = 0] = CHAIRS[seat] || [];
      if (chair.empty) return `<div class="chair empty" data-x="${x}" data-y="${y}"><span>+</span></div>`;
      const away = !chair.bot && !chair.online;
      return (
        `<div class="chair" data-x="${x}" data-y="${y}">${face(chair, seat, away ? "large away" : "large")}` +
        `<p class="name">${shape(seat, 28)}<span title="${escape(chair.name)}">${escape(chair.name)}</span></p>${away ? `<p class="small">${words.asleep}</p>` : ""}</div>`
      );
    })
    .join("");
  const start = view.closing
    ? `<div class="start waiting">${escape(fill(words.closing, { names: late.join(", ") }))}</div>`
    : `<div class="start ${lacks ? "waiting" : ""}" data-key="Enter"><b class="key">OK</b>${fill(lacks ? words.more : words.start, { n: lacks || taken })}</div>`;
  return (
    `<h1 class="who">${words.who}</h1><p class="what">${escape(titleOf(view))}, ${fill(words.about, { n: minutes(taken, rules) })}</p>` +
    `<div class="oval"></div>${CUP}<div class="lying">${die(1)}${die(5)}${die(3)}</div>${chairs}${start}` +
    `<div class="hint change" data-key="ArrowRight"><b class="key">◀▶</b>${words.change}</div>` +
    `<div class="hint host" data-key="ArrowDown"><b class="key">▼</b>${words.menu}</div>${door(place, word, waited && taken === 0)}`
  );
}

/** The panel that says how to come in, or why nobody can, or why nobody has. */
function door(place: PartyPlace | null, word: string, nobody: boolean): string {
  if (!place) return '<div class="panel"></div>';
  if (!place.address) return `<div class="panel"><p class="fault">${place.reason === "alone" ? words.alone : words.network}</p></div>`;
  const address = `${place.address}/${word}`;
  const typed = address.replace(/^https?:\/\//, "");
  const wifi = place.wifi
    ? `<div class="wifi">${code(wifiText(place.wifi, place.password))}<div><b>${words.wifi}</b><p>${words.wifiScan}</p><p>“${escape(place.wifi)}”</p></div></div>`
    : "";
  const reasons = nobody ? `<div class="reasons"><b>${words.nobody}</b><ul>${words.reasons.map((one) => `<li>${one}</li>`).join("")}</ul></div>` : "";
  return (
    `<div class="panel ${wifi || reasons ? "tight" : ""}"><h2>${words.scan}</h2>${code(address)}<p class="or">${words.type}</p>` +
    `<p class="address ${typed.length > 27 ? "longer" : typed.length > 18 ? "long" : ""}">${escape(typed)}</p>${reasons || wifi}</div>`
  );
}
