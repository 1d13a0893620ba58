// A table that is still being set up. What it will look like is known beforehand, down to the first roll: so the
// first move is possible at once, and is kept until there is somebody to hear it.

import type { CompiledRules, SeatedBody, TableView } from "../net/messages";

export interface Opening {
  rules: CompiledRules;
  bots: string[];
  /** The seat, when the server has it. */
  seated: Promise<SeatedBody>;
}

/** Whether the beginning of a game by these rules can be foreseen: hands of cards cannot. */
export function foreseeable(rules: CompiledRules): boolean {
  return !rules.cards;
}

/** The table at the first roll, with us on the first seat and bots on the others. */
export function foreseen({ rules, bots }: Opening): TableView {
  const rollOff = rules.first_player === "rolled" && bots.length > 0;
  const chair = { stand_in: "", empty: false, online: true, gave_seed: true };
  const needed = Math.max(rules.minimum, rules.opening_policy === "must_reach" ? rules.opening : 0);
  return {
    match: "",
    sequence: 0,
    seat: 0,
    kind: "farkle",
    rules: rules.reference,
    title: rules.title,
    phase: "playing",
    owner: 0,
    locked: false,
    paused: false,
    clock: { turn: 0 },
    clock_left: null,
    options: { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true },
    chairs: [{ name: "", bot: "", ...chair }, ...bots.map((bot) => ({ name: bot, bot, ...chair }))],
    commitment: "",
    seeds: [],
    server_seed: "",
    reason: "",
    rematch: "",
    game: {
      sequence: 0,
      seat: 0,
      rules: rules.reference,
      phase: rollOff ? "roll_off" : "normal",
      step: "roll",
      mover: 0,
      round: rollOff ? 0 : 1,
      turn: rollOff ? 0 : 1,
      turn_total: 0,
      hand: rollOff ? [] : Array.from({ length: rules.dice }, (_, index) => index + 1),
      faces: [],
      seats: ["", ...bots].map((name, seat) => ({
        name,
        player: name,
        total: rollOff ? 0 : (rules.compensation[seat] ?? 0),
        opened: !rules.opening,
        farkles: 0,
        gone: false,
      })),
      winners: [],
      legal: [],
      needed,
      cards: null,
    },
  };
}
