// The companion for the ten-sided die and real cards: levels, sexes, penalties, and what a roll does to them.

export interface Player {
  name: string;
  level: number;
  sex: "woman" | "man";
  /** So much less in the next fight. */
  penalty: number;
  /** A Cyborg never falls below level 2. */
  cyborg: boolean;
}

export type LevelOp =
  | { type: "level"; seat: number; by: number }
  | { type: "sex"; seat: number }
  | { type: "cyborg"; seat: number }
  | { type: "fought"; seat: number }
  | { type: "roll" }
  | { type: "again" }
  | { type: "face"; face: number }
  | { type: "victim"; seat: number }
  | { type: "done" }
  | { type: "next" };

export interface Levels {
  players: Player[];
  mover: number;
  /** "face": the die is in the air; "pick": the picture came; "victim": whose level; "result": something to do by hand. */
  stage: "free" | "face" | "pick" | "victim" | "result";
  face: number;
  /** A 9 has come: no more rolls this turn. */
  rolledOut: boolean;
  winner: number;
  winning: number;
}

export const PICTURE = 10;
const SEX_PENALTY = 5;

export function newLevels(names: readonly string[], winning: number): Levels {
  const players = names.map((name, index): Player => ({ name, level: 1, sex: index % 2 ? "man" : "woman", penalty: 0, cyborg: false }));
  return { players, mover: 0, stage: "free", face: 0, rolledOut: false, winner: -1, winning };
}

function lowest(player: Player | undefined): number {
  return player?.cyborg ? 2 : 1;
}

/** Whether the mover has a level to pay for a roll. */
export function mayRoll(levels: Levels): boolean {
  const player = levels.players[levels.mover];
  return levels.winner < 0 && levels.stage === "free" && !levels.rolledOut && (player?.level ?? 0) > lowest(player);
}

/** Whose level may be taken by a 9. */
export function victims(levels: Levels): number[] {
  return levels.players.flatMap((player, seat) => (seat !== levels.mover && player.level > lowest(player) ? [seat] : []));
}

function changed(levels: Levels, seat: number, change: (player: Player) => Partial<Player>): Levels {
  return { ...levels, players: levels.players.map((player, index) => (index === seat ? { ...player, ...change(player) } : player)) };
}

/** The table after one more tap; a tap that makes no sense now changes nothing. */
export function tapped(levels: Levels, op: LevelOp): Levels {
  const { mover, winning } = levels;
  if (levels.winner >= 0) return levels;
  switch (op.type) {
    case "level": {
      const after = changed(levels, op.seat, (player) => ({
        level: Math.max(lowest(player), Math.min(winning, player.level + op.by)),
      }));
      return (after.players[op.seat]?.level ?? 0) >= winning ? { ...after, winner: op.seat } : after;
    }
    case "sex":
      return changed(levels, op.seat, (player) => ({ sex: player.sex === "woman" ? "man" : "woman", penalty: player.penalty + SEX_PENALTY }));
    case "cyborg":
      return changed(levels, op.seat, (player) => ({ cyborg: !player.cyborg, level: player.cyborg ? player.level : Math.max(2, player.level) }));
    case "fought":
      return changed(levels, op.seat, () => ({ penalty: 0 }));
    case "roll":
      if (!mayRoll(levels)) return levels;
      return { ...changed(levels, mover, (player) => ({ level: player.level - 1 })), stage: "face", face: 0 };
    case "again":
      return levels.stage === "result" && (levels.face === 7 || levels.face === 8) ? { ...levels, stage: "face", face: 0 } : levels;
    case "face":
      if (levels.stage === "face" || (levels.stage === "pick" && op.face !== PICTURE)) return result(levels, op.face);
      return levels;
    case "victim": {
      if (levels.stage !== "victim" || !victims(levels).includes(op.seat)) return levels;
      const robbed = changed(levels, op.seat, (player) => ({ level: player.level - 1 }));
      // A thief cannot win by it.
      return { ...changed(robbed, mover, (player) => ({ level: Math.min(winning - 1, player.level + 1) })), stage: "free" };
    }
    case "done":
      return levels.stage === "result" ? { ...levels, stage: "free" } : levels;
    case "next":
      if (levels.stage !== "free") return levels;
      return { ...levels, mover: (mover + 1) % levels.players.length, face: 0, rolledOut: false };
  }
}

function result(levels: Levels, face: number): Levels {
  const shown = { ...levels, face };
  if (face === PICTURE) return { ...shown, stage: "pick" };
  if (face === 5) {
    const after = changed(shown, levels.mover, (player) => ({
      sex: player.sex === "woman" ? "man" : "woman",
      penalty: player.penalty + SEX_PENALTY,
      level: Math.max(player.level, Math.min(levels.winning - 1, player.level + 2)),
    }));
    return { ...after, stage: "result" };
  }
  if (face === 9) return { ...shown, rolledOut: true, stage: victims(shown).length ? "victim" : "result" };
  return { ...shown, stage: "result" };
}

/** A ten-sided die from the device's own randomness, every face as likely as the next. */
export function throwTen(): number {
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte);
  while ((byte[0] ?? 255) >= 250);
  return ((byte[0] ?? 0) % 10) + 1;
}
