// What this device remembers of its owner's wishes: look, text size, motion, sound.

import { recall, remember } from "./storage";

export type Look = "auto" | "light" | "dark";
export const DICE_SETS = ["bone", "night", "cherry"] as const;
export type DiceSet = (typeof DICE_SETS)[number];
export const FELTS = ["green", "plum", "slate"] as const;
export type Felt = (typeof FELTS)[number];

interface Wishes {
  look: Look;
  scale: number;
  still: boolean;
  /** How loud it is, from 0 (silent) to 1, and how loud it was before it was silenced. */
  volume: number;
  lastVolume: number;
  /** Whether the device buzzes. */
  buzz: boolean;
  /** How fast everything is shown: 1 is as made, more is calmer, 0 is at once. */
  pace: number;
  dice: DiceSet;
  felt: Felt;
  /** The face that this person wears, "otter-3"; "" for none. */
  face: string;
  /** A name, a face and sound were offered, after the first game. */
  met: boolean;
  /** Whether "Play now" is the short game. */
  short: boolean;
  language: string;
  lastSheet: string;
  /** Whom one plays; "" until somebody was chosen. */
  lastBot: string;
}

const usual: Wishes = {
  look: "auto",
  scale: 1,
  still: false,
  volume: 0,
  lastVolume: 0.7,
  buzz: true,
  pace: 1,
  dice: "bone",
  felt: "green",
  face: "",
  met: false,
  short: true,
  language: "",
  lastSheet: "classic",
  lastBot: "",
};

export const settings: Wishes = $state({ ...usual, ...recall<Partial<Wishes>>("settings", {}) });

/** Change a wish and keep it on this device. */
export function wish(change: Partial<Wishes>): void {
  Object.assign(settings, change, change.volume ? { lastVolume: change.volume } : {});
  remember("settings", $state.snapshot(settings));
}

/** Keep the document in step with look and text size. */
export function followLook(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      if (settings.look === "auto") delete root.dataset.look;
      else root.dataset.look = settings.look;
      root.style.setProperty("--text-scale", String(settings.scale));
      root.dataset.still = String(motionless());
      root.style.setProperty("--pace", String(settings.pace));
      root.dataset.dice = settings.dice;
      root.dataset.felt = settings.felt;
    });
  });
}

/** Silence, or as loud as before. */
export function mute(): void {
  wish({ volume: settings.volume ? 0 : settings.lastVolume });
}

const system = matchMedia("(prefers-reduced-motion: reduce)");
let reduced = $state(system.matches);
system.addEventListener("change", () => (reduced = system.matches));

/** Whether nothing is to turn or travel: by the system's wish, or by a setting here. */
export function motionless(): boolean {
  return settings.still || reduced;
}

/** How long something takes here that is made for so many milliseconds; nothing where nothing moves. */
export function lasting(milliseconds: number): number {
  return motionless() ? 0 : milliseconds * settings.pace;
}
