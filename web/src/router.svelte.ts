// Where the page is. Everything stands behind the #, which a browser never tells the server: invitations are secret.

export type Route =
  | { screen: "home" }
  | { screen: "table"; match: string }
  | { screen: "join"; match: string; invite: string }
  | { screen: "sheet"; rules: string }
  | { screen: "friends"; rules: string }
  | { screen: "rules"; rules: string }
  | { screen: "keep"; rules: string }
  | { screen: "train"; rules: string }
  | { screen: "strategy"; rules: string }
  | { screen: "replay"; match: string; step?: number }
  | { screen: "review"; match: string }
  | { screen: "what-if"; position: string; match: string }
  | { screen: "score"; match: string }
  | { screen: "board"; match: string }
  | { screen: "munchkin"; match: string }
  | { screen: "levels" }
  | { screen: "learn" }
  | { screen: "settings" }
  | { screen: "owner"; secret: string }
  | { screen: "missing" };

/** In place of a match: the table that is being set up on this device. */
export const NEW_TABLE = "new";

const WORD = /^[A-Za-z0-9_-]{1,128}$/;
/** A game, and after how many events one looks at it. */
const REPLAY = /^([A-Za-z0-9_-]{1,128})(?:\/(\d{1,6}))?$/;

/** A position, and the game that it is from, if any. */
const POSITION = /^([A-Za-z0-9._~-]{1,8000})(?:\/([A-Za-z0-9_-]{1,128}))?$/;

/** The route that a fragment names; `#join=MATCH.SECRET` is the form of the terminal's links. */
export function parse(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  if (text === "" || text === "/") return { screen: "home" };
  const joining = /^join=([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?$/.exec(text);
  if (joining) return { screen: "join", match: joining[1] ?? "", invite: joining[2] ?? "" };
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
    case "what-if": {
      const [, position, match = ""] = POSITION.exec(value) ?? [];
      return position === undefined ? { screen: "missing" } : { screen, position, match };
    }
    case "table":
    case "review":
    case "score":
    case "board":
    case "munchkin":
      return WORD.test(value) ? { screen, match: value } : { screen: "missing" };
    case "sheet":
    case "friends":
    case "rules":
    case "keep":
    case "train":
    case "strategy":
      return { screen, rules: unpacked(value) };
    case "learn":
    case "levels":
    case "settings":
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
    case "replay":
      return `#/replay/${route.match}${route.step === undefined ? "" : `/${route.step}`}`;
    case "what-if":
      return `#/what-if/${route.position}${route.match ? `/${route.match}` : ""}`;
    case "table":
    case "review":
    case "score":
    case "board":
    case "munchkin":
      return `#/${route.screen}/${route.match}`;
    case "learn":
    case "levels":
    case "settings":
      return `#/${route.screen}`;
    default:
      return `#/${route.screen}${route.rules ? `/${packed(route.rules)}` : ""}`;
  }
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
  route: Route = $state(parse(location.hash));

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
