// From events back to the commands that led to them, so that a game can be told again with a change.

import type { Command } from "./commands";
import type { Event } from "./events";

/** After one of these an end of the turn needs a command of its own again. */
const GOES_ON = new Set(["Banked", "Farkled", "TurnBegan", "RollAsked", "DiceRolled", "DiceTurned", "DiceKept"]);

/** The commands behind events, each with the place of its first event; what the referee added needs none. */
export function numberedCommands(events: readonly Event[]): [number, Command][] {
  const found: [number, Command][] = [];
  let told = false; // the turn's end is part of a command before
  let begun = -1; // where a stop began whose first event is a card's bonus
  events.forEach((event, place) => {
    if (event.type === "TurnPointsAdded" && begun < 0 && !told && !byCard(events, place)) begun = place;
    const command = commandOf(event);
    if (command && !(told && event.type === "Banked")) {
      found.push([begun < 0 ? place : begun, command]);
      begun = -1;
    }
    if (event.type === "TurnEntered" || event.type === "TurnTimedOut" || event.type === "WindowOpened") told = true;
    else if (GOES_ON.has(event.type)) told = false;
  });
  return found;
}

/** Whether the points of this event come from the card that was played just before it. */
function byCard(events: readonly Event[], place: number): boolean {
  const [before, event] = [events[place - 1], events[place]];
  return before?.type === "CardPlayed" && event !== undefined && "card" in event && before.card === event.card;
}

function commandOf(event: Event): Command | null {
  switch (event.type) {
    case "RollAsked":
      return event.throw === 1 ? { type: "Roll", seat: event.seat } : null; // a card throws dice again
    case "DiceRolled":
      return { type: "Throw", faces: event.faces };
    case "DiceKept":
      return { type: "Keep", seat: event.seat, dice: event.dice };
    case "Banked":
      return { type: "Bank", seat: event.seat };
    case "TookOver":
      return { type: "TakeOver", seat: event.seat };
    case "TurnEntered":
      return { type: "EnterTurn", seat: event.seat, points: event.points, ruling: event.ruling };
    case "TurnTimedOut":
      return { type: "TimeOut", seat: event.seat };
    case "Resigned":
      return { type: "Resign", seat: event.seat };
    case "Corrected":
      return { ...event, type: "Correct" };
    case "AdviceUsed":
      return { type: "UseAdvice", seat: event.seat };
    case "SeatTaken":
      return { type: "TakeSeat", total: event.total, opened: event.opened };
    case "Adjusted":
      return { type: "Adjust", changes: event.changes };
    case "DiceSet":
      return { type: "SetDice", seat: event.seat, dice: event.dice };
    case "GoalMoved":
      return { type: "PlayOn", goal: event.goal };
    case "BonusCounted":
      return { type: "CountBonus", points: event.points };
    case "Remarked":
      return { type: "MakeRemark", text: event.text, seat: event.seat, turns: event.turns };
    case "RemarkLifted":
      return { type: "LiftRemark", number: event.number };
    case "CardPlayed":
      return { type: "PlayCard", seat: event.seat, card: event.card, target: event.target, dice: event.dice };
    case "WindowOpened":
      return event.window === "on_stop" ? { type: "Bank", seat: event.seat } : null;
    case "WindowPassed":
      return { type: "PassWindow", seat: event.seat };
    default:
      return null;
  }
}
