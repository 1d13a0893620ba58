// The inside of a turn of a solved game: race and rounds of two, and the goal of one, from their tables.

import { reached, type Ruleset } from "../rules/ruleset";
import { TurnValues } from "./lanes";
import { NOT_ALLOWED, rollPlan } from "./plan";
import { SoloTurns } from "./solitaire";
import { Standings } from "./standings";
import { chances, type Table } from "./tables";

/** A decision to be made between two (or alone): the mover first, and the turn so far. */
export interface Position {
  totals: readonly number[];
  turnTotal: number;
  farkles: readonly number[];
  opened: readonly boolean[];
  moverBegan: boolean;
  phase: "normal" | "last" | "play_off";
  /** This turn and all after it, on a sheet with rounds. */
  turnsLeft: number;
}

interface TurnEnds {
  bank: Float64Array;
  points: Float64Array;
  farkle: number;
}

const CERTAIN = 1e-10;
const solos = new WeakMap<Ruleset, SoloTurns>();

/** What single turns of a game of rounds need, made once. */
export function soloTurns(rules: Ruleset): SoloTurns {
  let turns = solos.get(rules);
  if (!turns) solos.set(rules, (turns = new SoloTurns(rules)));
  return turns;
}

/** Whether more points are never worse, so that dominated choices may be dropped. */
function isMonotone(rules: Ruleset): boolean {
  return rules.last_chance === "none" && rules.reach !== "exactly";
}

/** The points that a farkle of somebody costs. */
export function penaltyOf(rules: Ruleset, total: number, farkles: number): number {
  const { penalty } = rules;
  if (!penalty.points || farkles + 1 < penalty.count) return 0;
  return penalty.floor === null ? penalty.points : Math.max(0, Math.min(penalty.points, total - penalty.floor));
}

/** Solve the inside of the turn at hand, from its turn total on; null where the table does not know the position. */
export function turnInside(rules: Ruleset, table: Table, position: Position): TurnValues | null {
  const ends = endsOf(rules, table, position);
  if (!ends) return null;
  const { bank, points, farkle } = ends;
  const forced = rules.hot_dice === "forced";
  const pruned = (table.goal === "rounds" || position.phase !== "normal" || isMonotone(rules)) && rules.reach !== "exactly";
  const plan = rollPlan(rules, pruned);
  const now = Math.min(Math.floor(position.turnTotal / plan.step), bank.length - 2);
  let final = Math.max(bank.length - plan.most, now + 1);
  if (!forced) {
    // A stop that is as good as won cannot be improved: the turn is not followed beyond it.
    const certain = bank.findIndex((value, row) => row > now && value >= 1 - CERTAIN);
    if (certain >= 0) final = Math.min(final, certain);
  }
  const lost = -penaltyOf(rules, position.totals[0] ?? 0, position.farkles[0] ?? 0);
  return new TurnValues(plan, forced, bank, points, [farkle, lost], now, final);
}

function endsOf(rules: Ruleset, table: Table, position: Position): TurnEnds | null {
  if (table.goal === "rounds") return roundsEnds(rules, table, position);
  if (position.phase === "normal") return raceEnds(rules, table, position);
  return position.phase === "last" ? lastEnds(rules, position, Number(table.facts.play_off)) : null;
}

function raceEnds(rules: Ruleset, table: Table, position: Position): TurnEnds | null {
  const { values, stop } = table.arrays;
  if (!values || !stop || position.totals.some((total) => reached(rules, total))) return null;
  const places = new Standings(rules, Number(table.facts.lowest));
  const [mover, other] = [0, 1].map((who) =>
    places.standing(position.totals[who] ?? 0, position.farkles[who] ?? 0, position.opened[who] ?? true),
  );
  if (!mover || !other) return null;
  const side = places.sides === 1 || position.moverBegan ? 0 : 1;
  const { count, targetRow, step } = places;
  const theirs = chances(values.data, ((places.sides - 1 - side) * count + places.number(other)) * count, count);
  const after = (standing: typeof mover): number => 1 - (theirs[places.number(standing)] ?? 0);
  const nothing = after(places.afterNothing(mover));
  const exact = rules.reach === "exactly";
  const [minimum, opening] = [Math.ceil(rules.minimum / step), Math.ceil(rules.opening / step)];
  const mayStop = rules.opening > 0 && rules.opening_policy === "may_stop";
  const width = stop.shape[2] ?? 1;
  const base = (side * 2 + (other.opened ? 1 : 0)) * width;
  const rows = Number(table.facts.top) + rollPlan(rules).most - mover.row;
  const bank = new Float64Array(rows);
  const points = new Float64Array(rows);
  for (let gain = 0; gain < rows; gain++) {
    const row = mover.row + gain;
    const met = exact ? row === targetRow : row >= targetRow;
    const below = !mover.opened && gain < opening;
    const forNothing = below || (exact && row > targetRow);
    const legal = gain > 0 && (gain >= minimum || (met && !rules.minimum_binds_win)) && !(below && !mayStop);
    const ahead = Math.max(0, Math.min(row - other.row, width - 1));
    let worth = row < targetRow ? 1 - (theirs[row] ?? 0) : met ? (stop.data[base + ahead] ?? 0) : 0;
    if (forNothing) worth = nothing;
    bank[gain] = legal ? worth : NOT_ALLOWED;
    points[gain] = forNothing && legal ? 0 : gain * step;
  }
  return { bank, points, farkle: after(places.afterFarkle(mover)) };
}

/** The last turn: the mover must beat a total that stands. */
function lastEnds(rules: Ruleset, position: Position, playOff: number): TurnEnds | null {
  const [total = 0, goal = 0] = position.totals;
  if (rules.last_chance === "none" || !reached(rules, goal)) return null;
  const plan = rollPlan(rules);
  const { step } = plan;
  const behind = goal - total;
  const rows = Math.max(
    Math.floor(behind / step) + 2 + plan.most,
    Math.ceil(Math.max(rules.minimum, rules.opening) / step) + 2,
  );
  const ties = { shared: 0.5, trigger_keeps: 0, play_off: position.moverBegan ? playOff : 1 - playOff };
  const bank = new Float64Array(rows);
  const points = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const kept = keptPoints(rules, total, row * step, position.opened[0] ?? true);
    points[row] = kept ?? 0;
    if (kept === null || !row) bank[row] = NOT_ALLOWED;
    else bank[row] = kept > behind ? 1 : kept === behind ? ties[rules.ties] : 0;
  }
  return { bank, points, farkle: 0 };
}

/** What a stop records before the end of a race, or null where it is against the rules. */
function keptPoints(rules: Ruleset, total: number, gain: number, opened: boolean): number | null {
  const below = !opened && gain < rules.opening;
  if (below && rules.opening_policy === "must_reach") return null;
  if (gain < rules.minimum && (rules.minimum_binds_win || !reached(rules, total + gain))) return null;
  return below || (rules.reach === "exactly" && total + gain > rules.target) ? 0 : gain;
}

/** A game of rounds: only the difference counts. Row r of the table is a difference of (r - widest) steps. */
function roundsEnds(rules: Ruleset, table: Table, position: Position): TurnEnds | null {
  const { values } = table.arrays;
  let left = position.turnsLeft;
  if (position.phase === "play_off") left = position.moverBegan ? 2 : 1;
  else if (position.phase !== "normal") return null;
  if (!values || left < 1 || left > 2 * rules.rounds) return null;
  const turns = soloTurns(rules);
  const { step, counters } = turns;
  const widest = Number(table.facts.widest);
  const rows = 2 * widest + 1;
  const [mover = 0, other = 0] = [0, 1].map((who) => turns.mark(position.farkles[who] ?? 0, position.opened[who] ?? true));
  const marks = turns.marks;
  const layer = (mark: number, row: number): number => {
    const from = (((left - 1) * marks + other) * marks + mark) * rows;
    return 1 - (chances(values.data, from + rows - 1 - row, 1)[0] ?? 0);
  };
  const difference = ((position.totals[0] ?? 0) - (position.totals[1] ?? 0)) / step;
  if (!Number.isInteger(difference)) return null;
  const start = Math.min(Math.max(difference + widest, 0), rows - 2);
  const minimum = Math.ceil(rules.minimum / step);
  const closed = mover >= counters;
  const bank = Float64Array.from({ length: rows - start }, (_, gain) => {
    if (start + gain === rows - 1) return layer(0, rows - 1); // the outermost difference is final
    if (gain < Math.max(minimum, 1)) return NOT_ALLOWED;
    if (closed && gain < turns.opening) return turns.mayStop ? layer(counters, start) : NOT_ALLOWED;
    return layer(0, start + gain);
  });
  const [mark, lost] = turns.afterFarkle(mover);
  return { bank, points: turns.recorded(mover, bank.length), farkle: layer(mark, Math.max(start - lost, 0)) };
}
