// Who has what and whose turn it is, at a table with real dice: the sheet's frame, read from compiled rules.
// Tests play the same turns through the server's referee and compare every step.

import type { CompiledRules } from "../net/messages";

export interface Seat {
  name: string;
  total: number;
  opened: boolean;
  farkles: number;
  gone: boolean;
}

export interface Line {
  seat: number;
  /** What was told; null for a farkle. */
  told: number | null;
  /** What went onto the sheet; null for a farkle. */
  points: number | null;
  penalty: number;
  opens: boolean;
}

export interface Sheet {
  seats: Seat[];
  lines: Line[];
  starter: number;
  mover: number;
  round: number;
  phase: "normal" | "last" | "play_off" | "over";
  trigger: number;
  contenders: number[];
  winners: number[];
}

/** A fresh sheet; `starter` begins. */
export function newSheet(rules: CompiledRules, names: readonly string[], starter = 0): Sheet {
  const count = names.length;
  const seats = names.map((name, seat) => ({
    name,
    total: rules.compensation[(seat - starter + count) % count] ?? 0,
    opened: rules.opening === 0,
    farkles: 0,
    gone: false,
  }));
  return { seats, lines: [], starter, mover: starter, round: 1, phase: "normal", trigger: -1, contenders: [], winners: [] };
}

function meets(rules: CompiledRules, total: number, goal: number): boolean {
  if (rules.reach === "more_than") return total > goal;
  return rules.reach === "exactly" ? total === goal : total >= goal;
}

function reached(rules: CompiledRules, total: number): boolean {
  return rules.target > 0 && meets(rules, total, rules.target);
}

/** The smallest turn with which the mover may stop. */
export function needed(rules: CompiledRules, sheet: Sheet): number {
  const seat = sheet.seats[sheet.mover];
  if (!seat) return 0;
  let least = rules.minimum;
  if (least && rules.target && !rules.minimum_binds_win && sheet.phase !== "play_off") {
    least = Math.min(least, rules.target + (rules.reach === "more_than" ? 1 : 0) - seat.total);
  }
  if (!seat.opened && rules.opening_policy === "must_reach") least = Math.max(least, rules.opening);
  return Math.max(least, 0);
}

/** What a stop with these points puts onto the mover's line. */
export function recorded(rules: CompiledRules, sheet: Sheet, points: number): number {
  const seat = sheet.seats[sheet.mover];
  if (!seat) return 0;
  if (!seat.opened && points < rules.opening) return 0;
  const exact = rules.reach === "exactly" && rules.target > 0 && sheet.phase !== "play_off";
  return exact && seat.total + points > rules.target ? 0 : points;
}

/** Why the table should not write such a turn: "" where it may. */
export function doubt(rules: CompiledRules, sheet: Sheet, points: number): "" | "needed" | "step" {
  if (points < needed(rules, sheet)) return "needed";
  return points % smallest(rules) ? "step" : "";
}

function smallest(rules: CompiledRules): number {
  const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : a);
  return Object.values(rules.worth).reduce(gcd, rules.nothing_bonus) || 1;
}

/** The sheet after the mover's turn; `ruling` writes the points as they are. */
export function enterTurn(rules: CompiledRules, sheet: Sheet, told: number | null, ruling = false): Sheet {
  const seat = sheet.seats[sheet.mover];
  if (!seat || sheet.phase === "over") return sheet;
  const line: Line = { seat: sheet.mover, told, points: null, penalty: 0, opens: false };
  let after: Seat;
  if (told === null) {
    const { count, points, restarts, floor } = rules.penalty;
    line.penalty = seat.farkles + 1 >= count ? points : 0;
    if (line.penalty && floor !== null) line.penalty = Math.max(0, Math.min(points, seat.total - floor));
    let farkles = seat.farkles + 1;
    if (farkles >= count) farkles = restarts && points ? 0 : Math.min(farkles, count);
    after = { ...seat, total: seat.total - line.penalty, farkles };
  } else {
    line.points = ruling ? told : recorded(rules, sheet, told);
    line.opens = !seat.opened && line.points > 0;
    after = { ...seat, total: seat.total + line.points, opened: seat.opened || line.points > 0, farkles: 0 };
  }
  const seats = sheet.seats.map((one, index) => (index === sheet.mover ? after : one));
  return afterTurn(rules, { ...sheet, seats, lines: [...sheet.lines, line] });
}

function afterTurn(rules: CompiledRules, sheet: Sheet): Sheet {
  const mover = sheet.seats[sheet.mover];
  if (sheet.phase === "normal" && mover && !mover.gone && reached(rules, mover.total)) {
    if (rules.last_chance === "none") {
      return rules.cards ? finish(rules, sheet, active(sheet)) : { ...sheet, phase: "over", winners: [sheet.mover] };
    }
    return nextTurn(rules, { ...sheet, phase: "last", trigger: sheet.mover });
  }
  return nextTurn(rules, sheet);
}

function active(sheet: Sheet): number[] {
  return sheet.seats.flatMap((seat, index) => (seat.gone ? [] : [index]));
}

function place(sheet: Sheet, seat: number, origin: number): number {
  return (seat - origin + sheet.seats.length) % sheet.seats.length;
}

function inOrder(sheet: Sheet, seats: number[], origin: number): number[] {
  return [...seats].sort((a, b) => place(sheet, a, origin) - place(sheet, b, origin));
}

/** The next of these seats before play comes round to `origin` again. */
function following(sheet: Sheet, seats: number[], origin: number): number | undefined {
  const now = place(sheet, sheet.mover, origin);
  return inOrder(sheet, seats, origin).find((seat) => place(sheet, seat, origin) > now);
}

function nextTurn(rules: CompiledRules, sheet: Sheet): Sheet {
  const { starter } = sheet;
  let next: number | undefined;
  if (sheet.phase === "last") {
    next = following(sheet, active(sheet), rules.last_chance === "others_once" ? sheet.trigger : starter);
    if (next === undefined) return finish(rules, sheet, active(sheet));
  } else if (sheet.phase === "play_off") {
    next = following(sheet, sheet.contenders, starter);
    if (next === undefined) return finish(rules, sheet, sheet.contenders);
  } else {
    next = following(sheet, active(sheet), starter);
    if (next === undefined) {
      if (sheet.round === rules.rounds) return finish(rules, sheet, active(sheet));
      next = inOrder(sheet, active(sheet), starter)[0] ?? 0;
    }
  }
  const wrapped = place(sheet, next, starter) <= place(sheet, sheet.mover, starter);
  return { ...sheet, mover: next, round: sheet.round + (wrapped ? 1 : 0) };
}

function finish(rules: CompiledRules, sheet: Sheet, seats: number[]): Sheet {
  if (rules.solo_goal) {
    const won = meets(rules, sheet.seats[0]?.total ?? 0, rules.solo_goal);
    return { ...sheet, phase: "over", winners: won ? [0] : [] };
  }
  const best = Math.max(...seats.map((seat) => sheet.seats[seat]?.total ?? 0));
  const leaders = seats.filter((seat) => sheet.seats[seat]?.total === best);
  if (leaders.length > 1 && rules.ties === "play_off") {
    const contenders = inOrder(sheet, leaders, sheet.starter);
    return { ...sheet, phase: "play_off", contenders, mover: contenders[0] ?? 0, round: sheet.round + 1 };
  }
  const first = rules.ties === "trigger_keeps" && leaders.includes(sheet.trigger);
  return { ...sheet, phase: "over", winners: first ? [sheet.trigger] : leaders };
}

/** Somebody leaves the table. */
export function leave(rules: CompiledRules, sheet: Sheet, index: number): Sheet {
  if (sheet.phase === "over" || !sheet.seats[index] || sheet.seats[index].gone) return sheet;
  const seats = sheet.seats.map((seat, place) => (place === index ? { ...seat, gone: true } : seat));
  const left: Sheet = { ...sheet, seats, contenders: sheet.contenders.filter((seat) => seat !== index) };
  if (active(left).length <= 1) return { ...left, phase: "over", winners: active(left) };
  if (left.phase === "play_off" && left.contenders.length === 1) return { ...left, phase: "over", winners: left.contenders };
  return index === sheet.mover ? afterTurn(rules, left) : left;
}

/** Somebody sits down late, behind the last seat. */
export function join(rules: CompiledRules, sheet: Sheet, name: string, total: number): Sheet {
  if (sheet.phase !== "normal" || !rules.seats.includes(sheet.seats.length + 1)) return sheet;
  const seat = { name, total, opened: total > 0 || rules.opening === 0, farkles: 0, gone: false };
  return { ...sheet, seats: [...sheet.seats, seat] };
}

/** Points outside any turn: a card on the table, a mistake of yesterday. Gold counted at the end may change who wins. */
export function adjust(sheet: Sheet, index: number, points: number): Sheet {
  const seats = sheet.seats.map((seat, place) => (place === index ? { ...seat, total: seat.total + points } : seat));
  if (sheet.phase !== "over" || !sheet.winners.length) return { ...sheet, seats };
  const best = Math.max(...seats.filter((seat) => !seat.gone).map((seat) => seat.total));
  return { ...sheet, seats, winners: seats.flatMap((seat, place) => (!seat.gone && seat.total === best ? [place] : [])) };
}
