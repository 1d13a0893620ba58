// What lies on the felt, folded from the events of the game; the view says what counts, this says how it came.

import type { GameEvent, View } from "../net/messages";

export interface Row {
  faces: number[];
  points: number;
}

export interface Scene {
  mover: number;
  turnTotal: number;
  rows: Row[];
  loose: { number: number; face: number }[];
  /** A word over the felt: what has just happened. */
  moment: "" | "farkle" | "hot" | "banked" | "last" | "card";
  points: number;
  /** How often dice were thrown: another number is another throw. */
  throws: number;
  /** For the end: what each seat lost at once, its best turn, its farkles. */
  lost: number[];
  best: number[];
  farkles: number[];
}

export function newScene(): Scene {
  return { mover: 0, turnTotal: 0, rows: [], loose: [], moment: "", points: 0, throws: 0, lost: [], best: [], farkles: [] };
}

/** The scene after an event, and for how many milliseconds it is looked at. */
export function tell(scene: Scene, event: GameEvent): number {
  switch (event.type) {
    case "TurnBegan":
      scene.mover = event.seat;
      scene.turnTotal = 0;
      scene.rows = [];
      scene.loose = [];
      scene.moment = scene.moment === "last" ? "last" : "";
      return 0;
    case "FirstPlayerSet":
      scene.mover = event.seat;
      scene.loose = [];
      return 600;
    case "RollAsked":
      if (scene.rows.some(() => true) && event.dice.length >= 5 && scene.loose.length === 0) scene.rows = [];
      scene.moment = "";
      return 0;
    case "DiceRolled":
      scene.mover = event.seat;
      scene.throws += 1;
      scene.loose = event.dice.map((number, index) => ({ number, face: event.faces[index] || 0 }));
      return 850;
    case "DiceTurned":
      for (const one of scene.loose) {
        const place = event.dice.indexOf(one.number);
        if (place >= 0) one.face = event.faces[place] || one.face;
      }
      return 700;
    case "DiceKept":
      scene.rows = scene.rows.concat([{ faces: event.faces, points: event.points }]);
      scene.turnTotal += event.points;
      scene.loose = scene.loose.filter((one) => event.dice.indexOf(one.number) < 0);
      if (!scene.loose.length) scene.moment = "hot";
      return scene.loose.length ? 250 : 900;
    case "TurnPointsAdded":
      scene.turnTotal += event.points;
      return 300;
    case "Farkled":
      scene.moment = "farkle";
      scene.points = event.lost;
      scene.lost[event.seat] = Math.max(scene.lost[event.seat] || 0, event.lost);
      scene.farkles[event.seat] = (scene.farkles[event.seat] || 0) + 1;
      return 1900;
    case "Banked":
      scene.moment = "banked";
      scene.points = event.points;
      scene.best[event.seat] = Math.max(scene.best[event.seat] || 0, event.points);
      return 900;
    case "LastTurnsBegan":
      scene.moment = "last";
      return 1500;
    case "CardPlayed":
      scene.moment = "card";
      scene.points = event.seat;
      return 1200;
    default:
      return 0;
  }
}

/** A game of which nothing has been shown yet. */
export function untold(game: View): View {
  const seats = game.seats.map((seat) => Object.assign({}, seat, { total: 0, opened: false, farkles: 0, gone: false }));
  return Object.assign({}, game, { seats, phase: game.phase === "roll_off" ? "roll_off" : "normal", step: "roll", round: 1 });
}

/** What is shown of the game, with one more event; what it does not tell comes when the screen stands still. */
export function told(before: View, event: GameEvent): View {
  const now = Object.assign({}, before);
  const change = (seat: number, points: number): void => {
    const add = (one: View["seats"][0]): View["seats"][0] => Object.assign({}, one, { total: one.total + points, opened: one.opened || points > 0 });
    now.seats = before.seats.map((one, index) => (index === seat ? add(one) : one));
  };
  if (event.type === "Banked") change(event.seat, event.points);
  else if (event.type === "Farkled") change(event.seat, -event.penalty);
  else if (event.type === "LastTurnsBegan") now.phase = "last";
  else if (event.type === "FirstPlayerSet") now.phase = "normal";
  else if (event.type === "TurnBegan") now.round = event.round;
  if (event.type === "TurnBegan" || event.type === "RollAsked" || event.type === "Farkled") now.step = "roll";
  if (event.type === "DiceRolled") now.step = "keep";
  return now;
}
