// A player in another language, written from docs/protocol.md and docs/fair-dice.md alone.
//
//   node --experimental-websocket examples/client.mjs http://127.0.0.1:8000 Ann            a table with a bot
//   node --experimental-websocket examples/client.mjs http://127.0.0.1:8000 Bob MATCH.INVITE   sit down by a link
//
// It sets up a table, seals a seed of its own, opens it in time, plays every turn until 300 points, and checks
// at the end that the dice were bound before it drew its seed. Node 20 needs the flag; later ones take it.
import { createHash, randomBytes } from "node:crypto";

const [server, name, link] = process.argv.slice(2);
if (!server || !name) {
  console.error("usage: client.mjs SERVER NAME [MATCH.INVITE]");
  process.exit(2);
}
const sha256 = (hex) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");

// The HTTP part: become somebody, then take a seat.
let key = "";
async function post(path, body) {
  const headers = { "content-type": "application/json", origin: server };
  if (key) headers.authorization = `Bearer ${key}`;
  const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.text);
  return told;
}
key = (await post("/api/people", { name })).key;
const { RULES: rules = "classic", BOT: bot = "greedy" } = process.env; // BOT= leaves the seat to a friend
const seated = link
  ? await post(`/api/matches/${link.split(".")[0]}/seat`, { invite: link.split(".")[1] })
  : await post("/api/matches", { rules, seats: 2, bots: bot ? [bot] : [] });
console.log(`seat ${seated.seat + 1} of ${seated.match}${seated.invite ? `, friends join by ${seated.match}.${seated.invite}` : ""}`);

// The WebSocket part. A command keeps its id until it is answered, so that it can be repeated in doubt.
const unanswered = new Map();
let socket;
let number = 0; // of the last fact that was heard
let kept = ""; // the commitment, as it was when it was first shown
const drawn = new Map(); // own seeds by their seals
let asked = -1; // the number at which the last move was made

function say(command, expected = null) {
  const message = { type: "Do", id: randomBytes(16).toString("hex"), command, expected };
  unanswered.set(message.id, message);
  socket.send(JSON.stringify(message));
}

function connect() {
  socket = new WebSocket(`${server.replace("http", "ws")}/ws`, { headers: { Origin: server } });
  socket.onopen = () =>
    socket.send(JSON.stringify({ type: "Hello", match: seated.match, token: seated.token, since: number }));
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = (event) => {
    if ([4003, 4004, 4400].includes(event.code)) fail(`closed: ${event.reason}`);
    setTimeout(connect, 500);
  };
  socket.onerror = () => undefined; // it is closed, too
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}

function hear(message) {
  if (message.type === "Accepted" || message.type === "Refused") {
    unanswered.delete(message.id);
    if (message.type === "Refused" && !["stale", "opened", "begun"].includes(message.code)) {
      console.log(`refused: ${message.text}`);
      asked = -1;
    }
  } else if (message.type === "Welcome" || message.type === "Update") {
    if (message.type === "Welcome") for (const one of unanswered.values()) socket.send(JSON.stringify(one));
    number = message.seq;
    look(message.view);
  }
}

function look(view) {
  kept ||= view.commitment;
  if (view.commitment !== kept) fail("the server shows another commitment than before");
  if (view.phase === "open") prepare(view);
  else if (view.phase === "playing") move(view);
  else finish(view);
}

// Seal a seed after the commitment was kept; open it when every other seat is bound; begin when all are there.
let prepared = "";
function prepare(view) {
  const mine = view.chairs[view.seat];
  const others = view.chairs.filter((_, seat) => seat !== view.seat);
  const now = JSON.stringify([mine.seal, mine.gave_seed, view.closing, others.map((chair) => [chair.empty, chair.seal])]);
  if (now === prepared) return;
  prepared = now;
  if (!mine.gave_seed && !drawn.has(mine.seal)) {
    const seed = randomBytes(32).toString("hex");
    drawn.set(sha256(seed), seed);
    say({ type: "SealSeed", seal: sha256(seed) });
  } else if (!mine.gave_seed && (view.closing || others.every((chair) => chair.bot || chair.seal))) {
    say({ type: "GiveSeed", seed: drawn.get(mine.seal) });
  } else if (mine.gave_seed && view.owner === view.seat && !view.closing && others.every((chair) => !chair.empty)) {
    say({ type: "Begin" });
  }
}

// `legal` holds every move that may be made, ready to be sent.
function move(view) {
  const game = view.game;
  if (game.mover !== view.seat || !game.legal.length || asked === number) return;
  asked = number;
  const of = (type) => game.legal.filter((one) => one.type === type);
  const keep = of("Keep").sort((a, b) => b.dice.length - a.dice.length)[0];
  const bank = of("Bank")[0];
  const choice = (game.turn_total >= 300 && bank) || keep || of("Roll")[0] || bank || game.legal[0];
  say({ type: "Play", command: choice }, number);
}

function finish(view) {
  if (sha256(view.server_seed) !== kept) fail("the seed is not the one that was committed to");
  if (![...drawn.values()].includes(view.seeds[view.seat])) fail("the own seed is not in the dice");
  const totals = view.game.seats.map((seat) => seat.total).join(" to ");
  console.log(`over: ${totals}, won by ${view.game.winners.map((seat) => view.chairs[seat].name).join(", ")}`);
  process.exit(0);
}

connect();
