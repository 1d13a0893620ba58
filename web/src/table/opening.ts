// A table that is still being set up. What it will look like is known beforehand, down to the first roll: so the
// first move is possible at once, and is kept until there is somebody to hear it.

import { beginningOf } from "../core/game/beginnings";
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

const NOBODY = { total: 0, opened: false, farkles: 0, gone: false };

/** The table at the first roll, with us on the first seat and bots on the others. */
export function foreseen({ rules, bots }: Opening): TableView {
  const { seats, ...beginning } = beginningOf(rules, bots.length + 1);
  const chair = { stand_in: "", empty: false, online: true, gave_seed: true, face: "", seal: "", away: 0, left: 0, games: 0, hints: false, guess: "", right: 0, guesses: 0 };
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
    options: { listed: false, chat: false, reactions: false, stand_in: "", against: "", advice: true, bags: [], party: "", best_of: 0 },
    chairs: [{ name: "", bot: "", ...chair }, ...bots.map((bot) => ({ name: bot, bot, ...chair }))],
    commitment: "",
    seeds: [],
    server_seed: "",
    reason: "",
    rematch: "",
    wins: [],
    closing: false,
    restored: [],
    game: {
      sequence: 0,
      seat: 0,
      rules: rules.reference,
      ...beginning,
      step: "roll",
      mover: 0,
      round: 1,
      turn_total: 0,
      faces: [],
      seats: ["", ...bots].map((name, seat) => ({ name, player: name, ...(seats[seat] ?? NOBODY) })),
      winners: [],
      legal: [],
      cards: null,
      version: 2,
      keeps: [],
      offer: 0,
      offered: [],
    },
  };
}
