// What this device remembers of its owner's wishes: look, text size, motion, sound.

import { recall, remember } from "./storage";

export type Look = "auto" | "light" | "dark";

interface Wishes {
  look: Look;
  scale: number;
  still: boolean;
  sound: boolean;
  /** How fast others' moves are shown: 1 is as made, 0 is at once. */
  pace: number;
  language: string;
  lastSheet: string;
  lastBot: string;
}

const usual: Wishes = {
  look: "auto",
  scale: 1,
  still: false,
  sound: false,
  pace: 1,
  language: "",
  lastSheet: "classic",
  lastBot: "thumb",
};

export const settings: Wishes = $state({ ...usual, ...recall<Partial<Wishes>>("settings", {}) });

/** Change a wish and keep it on this device. */
export function wish(change: Partial<Wishes>): void {
  Object.assign(settings, change);
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
      root.dataset.still = String(settings.still);
    });
  });
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing is to turn or travel: by the system's wish, or by a setting here. */
export function motionless(): boolean {
  return settings.still || reduced.matches;
}
