// Where the page is. Everything stands behind the #, which a browser never tells the server: invitations are secret.

import { SITE } from "./local/where";

export type Route =
  | { screen: "home" }
  | { screen: "table"; match: string }
  | { screen: "cup"; match: string }
  | { screen: "party" }
  | { screen: "join"; match: string; invite: string }
  | { screen: "pass"; match: string; token: string }
  | { screen: "sheet"; rules: string }
  | { screen: "friends"; rules: string }
  | { screen: "rules"; rules: string }
  | { screen: "keep"; rules: string }
  | { screen: "train"; rules: string; like?: string }
  | { screen: "strategy"; rules: string }
  | { screen: "replay"; match: string; step?: number }
  | { screen: "review"; match: string }
  | { screen: "game"; data: string }
  | { screen: "what-if"; position: string; match: string }
  | { screen: "score"; match: string }
  | { screen: "board"; match: string }
  | { screen: "munchkin"; match: string }
  | { screen: "levels" }
  | { screen: "daily"; day: string }
  | { screen: "evening"; match: string; tv: boolean }
  | { screen: "you" }
  | { screen: "run"; rules: string }
  | { screen: "learn" }
  | { screen: "settings" }
  | { screen: "owner"; secret: string }
  | { screen: "missing" };

/** In place of a match: the table that is being set up on this device. */
export const NEW_TABLE = "new";

/** A day, or none for today. */
const DAY = /^(\d{4}-\d{2}-\d{2})?$/;
/** An evening, and whether it is for the television. */
const EVENING = /^([a-z0-9]{1,32})(\/tv)?$/;
const WORD = /^[A-Za-z0-9_-]{1,128}$/;
/** A game, and after how many events one looks at it. */
const REPLAY = /^([A-Za-z0-9_-]{1,128})(?:\/(\d{1,6}))?$/;

/** A whole game, as `local/link.ts` packs it. */
const GAME = /^[A-Za-z0-9_-]{1,60000}$/;

/** A position, and the game that it is from, if any. */
const POSITION = /^([A-Za-z0-9._~-]{1,8000})(?:\/([A-Za-z0-9_-]{1,128}))?$/;

/** A sheet, and a position by it. */
const LIKE = /^([^/]*)\/([A-Za-z0-9._~-]{1,8000})$/;

/** The route that a fragment names; `#join=MATCH.SECRET` is the form of the terminal's links. */
export function parse(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  if (text === "" || text === "/") return { screen: "home" };
  const joining = /^join=([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?$/.exec(text);
  if (joining) return { screen: "join", match: joining[1] ?? "", invite: joining[2] ?? "" };
  const passing = /^pass=([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(text);
  if (passing) return { screen: "pass", match: passing[1] ?? "", token: passing[2] ?? "" };
  const owning = /^admin=([A-Za-z0-9_-]+)$/.exec(text);
  if (owning) return { screen: "owner", secret: owning[1] ?? "" };
  const [, screen = "", ...rest] = text.split("/");
  const value = decode(rest.join("/"));
  switch (screen) {
    case "replay": {
      const [, match, step] = REPLAY.exec(value) ?? [];
      if (match === undefined) return { screen: "missing" };
      return step === undefined ? { screen, match } : { screen, match, step: Number(step) };
    }
    case "game":
      return GAME.test(value) ? { screen, data: value } : { screen: "missing" };
    case "what-if": {
      const [, position, match = ""] = POSITION.exec(value) ?? [];
      return position === undefined ? { screen: "missing" } : { screen, position, match };
    }
    case "table":
    case "cup":
    case "review":
    case "score":
    case "board":
    case "munchkin":
      return WORD.test(value) ? { screen, match: value } : { screen: "missing" };
    case "sheet":
    case "friends":
    case "rules":
    case "keep":
    case "run":
    case "strategy":
      return { screen, rules: unpacked(value) };
    case "evening": {
      const [, match = "", tv] = EVENING.exec(value) ?? [];
      return value && !match ? { screen: "missing" } : { screen, match, tv: tv !== undefined };
    }
    case "train": {
      const [, rules, like] = LIKE.exec(value) ?? [];
      return rules === undefined || like === undefined ? { screen, rules: unpacked(value) } : { screen, rules: unpacked(rules), like };
    }
    case "daily":
      return DAY.test(value) ? { screen, day: value } : { screen: "missing" };
    case "learn":
    case "levels":
    case "party":
    case "settings":
    case "you":
      return { screen };
    default:
      return { screen: "missing" };
  }
}

/** The fragment of a route. */
export function address(route: Route): string {
  switch (route.screen) {
    case "home":
    case "missing":
      return "#/";
    case "owner":
      return `#admin=${route.secret}`;
    case "join":
      return `#join=${route.match}${route.invite ? `.${route.invite}` : ""}`;
    case "pass":
      return `#pass=${route.match}.${route.token}`;
    case "replay":
      return `#/replay/${route.match}${route.step === undefined ? "" : `/${route.step}`}`;
    case "game":
      return `#/game/${route.data}`;
    case "what-if":
      return `#/what-if/${route.position}${route.match ? `/${route.match}` : ""}`;
    case "table":
    case "cup":
    case "review":
    case "score":
    case "board":
    case "munchkin":
      return `#/${route.screen}/${route.match}`;
    case "learn":
    case "levels":
    case "party":
    case "settings":
    case "you":
      return `#/${route.screen}`;
    case "evening":
      return `#/evening${route.match ? `/${route.match}${route.tv ? "/tv" : ""}` : ""}`;
    case "train":
      return `#/train${route.rules ? `/${packed(route.rules)}` : ""}${route.like ? `/${route.like}` : ""}`;
    case "daily":
      return `#/daily${route.day ? `/${route.day}` : ""}`;
    default:
      return `#/${route.screen}${route.rules ? `/${packed(route.rules)}` : ""}`;
  }
}

/** A route as a link for others; a site lies under whatever path its host has for it. */
export function linkTo(route: Route): string {
  const start = SITE ? location.href.replace(/#.*/, "") : `${location.origin}/`;
  return route.screen === "home" ? start : start + address(route);
}

/** Rules as they stand in a link: a sheet's name, or house rules as data in base64 for links behind a "~". */
export function packed(rules: string): string {
  if (!rules.startsWith("{")) return encodeURIComponent(rules);
  const bytes = String.fromCharCode(...new TextEncoder().encode(rules));
  return `~${btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The rules of a link; "~", which are none, where the link was cut. */
export function unpacked(text: string): string {
  if (!text.startsWith("~")) return text;
  try {
    const bytes = atob(text.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0))) || "~";
  } catch {
    return "~";
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

class Router {
  // The server sends this page for every path that it does not know; all that we know stands behind the #.
  // A site without a server lies under whatever path its host has for it.
  route: Route = $state(SITE || location.pathname === "/" || location.hash ? parse(location.hash) : { screen: "missing" });

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parse(location.hash);
    });
  }

  /** Go somewhere; `replace` leaves no step to come back to, for links that are used up. */
  go(route: Route, replace = false): void {
    if (replace) {
      history.replaceState(null, "", address(route));
      this.route = route;
    } else {
      location.hash = address(route);
    }
  }
}

export const router = new Router();
