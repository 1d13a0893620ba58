// The words that a record has for the rulings of a real table (docs/records.md).

import type { Command } from "./commands";
import type { Event } from "./events";

/** A text as it stands in one word: blanks are "+", everything else that could confuse is escaped. */
function quoted(text: string): string {
  const escaped = encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped.replaceAll("%20", "+");
}

function unquoted(text: string): string {
  const bytes: number[] = [];
  const spaced = text.replaceAll("+", " ");
  for (let index = 0; index < spaced.length; ) {
    const hex = /^%([0-9a-fA-F]{2})/.exec(spaced.slice(index, index + 3));
    if (hex) {
      bytes.push(parseInt(hex[1] ?? "", 16));
      index += 3;
    } else {
      const letter = String.fromCodePoint(spaced.codePointAt(index) ?? 32);
      bytes.push(...new TextEncoder().encode(letter));
      index += letter.length;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** The word for an event that is a ruling; empty for others. */
export function printRuling(event: Event): string {
  switch (event.type) {
    case "SeatTaken":
      return `join=${event.total},${event.opened ? "y" : "n"}`;
    case "Adjusted":
      return `adjust=${event.changes.map(([seat, points]) => `${seat + 1}:${points}`).join()}`;
    case "DiceSet":
      return `dice@${event.seat + 1}=${event.dice}`;
    case "GoalMoved":
      return `on=${event.goal}`;
    case "BonusCounted":
      return `bonus=${event.points.join()}`;
    case "Remarked": {
      const seat = event.seat < 0 ? "" : `@${event.seat + 1}`;
      const turns = !event.turns ? "" : event.turns < 0 ? "*" : `*${event.turns}`;
      return `note${seat}${turns}=${quoted(event.text)}`;
    }
    case "RemarkLifted":
      return `lift=${event.number}`;
    default:
      return "";
  }
}

/** The command that a word asks for, or null where it is no ruling. */
export function readRuling(word: string): Command | null {
  let match = /^join=(\d{1,9}),([yn])$/.exec(word);
  if (match) return { type: "TakeSeat", total: Number(match[1]), opened: match[2] === "y" };
  match = /^adjust=(\d{1,2}:-?\d{1,9}(?:,\d{1,2}:-?\d{1,9})*)$/.exec(word);
  if (match) {
    const changes = (match[1] ?? "").split(",").map((part): [number, number] => {
      const [seat, points] = part.split(":").map(Number);
      return [(seat ?? 0) - 1, points ?? 0];
    });
    return { type: "Adjust", changes };
  }
  match = /^dice@(\d{1,2})=(\d{1,2})$/.exec(word);
  if (match) return { type: "SetDice", seat: Number(match[1]) - 1, dice: Number(match[2]) };
  match = /^on=(\d{1,9})$/.exec(word);
  if (match) return { type: "PlayOn", goal: Number(match[1]) };
  match = /^bonus=(\d{1,9}(?:,\d{1,9})*)$/.exec(word);
  if (match) return { type: "CountBonus", points: (match[1] ?? "").split(",").map(Number) };
  match = /^lift=(\d{1,2})$/.exec(word);
  if (match) return { type: "LiftRemark", number: Number(match[1]) };
  match = /^note(?:@(\d{1,2}))?(\*(\d{1,2})?)?=([^\s|]{1,2000})$/.exec(word);
  if (!match) return null;
  const seat = match[1] === undefined ? -1 : Number(match[1]) - 1;
  const turns = match[2] === undefined ? 0 : match[3] === undefined ? -1 : Number(match[3]);
  return { type: "MakeRemark", text: unquoted(match[4] ?? ""), seat, turns };
}
