// Six short dry wood sounds, made on the spot: a click of filtered noise with a body below it. No files, no music.

import { settings } from "../settings.svelte";

export type Sound = "tick" | "shake" | "land" | "bank" | "farkle" | "hot" | "turn";

interface Knock {
  at: number;
  pitch: number;
  length: number;
  loud: number;
}

const KNOCKS: Record<Sound, Knock[]> = {
  tick: [{ at: 0, pitch: 1500, length: 0.03, loud: 0.25 }],
  shake: [0, 0.05, 0.11].map((at) => ({ at, pitch: 900 + at * 2000, length: 0.04, loud: 0.2 })),
  land: [0, 0.04, 0.09, 0.13].map((at, index) => ({ at, pitch: 620 - index * 60, length: 0.07, loud: 0.4 })),
  bank: [0, 0.09].map((at, index) => ({ at, pitch: 520 + index * 260, length: 0.12, loud: 0.35 })),
  farkle: [0, 0.14].map((at, index) => ({ at, pitch: 220 - index * 70, length: 0.22, loud: 0.5 })),
  hot: [0, 0.08, 0.16, 0.24].map((at, index) => ({ at, pitch: 520 + index * 180, length: 0.1, loud: 0.35 })),
  turn: [{ at: 0, pitch: 760, length: 0.12, loud: 0.3 }],
};

let audio: AudioContext | undefined;

/** Make a sound, if sounds are on; a browser that has none stays silent. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const knock of KNOCKS[sound]) strike(audio, knock);
}

function strike(context: AudioContext, knock: Knock): void {
  const start = context.currentTime + knock.at;
  const length = Math.ceil(context.sampleRate * knock.length);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const body = new BiquadFilterNode(context, { type: "bandpass", frequency: knock.pitch, Q: 6 });
  const gain = new GainNode(context, { gain: knock.loud * 4 });
  noise.connect(body).connect(gain).connect(context.destination);
  noise.start(start);
}

/** A short buzz, where the device can and sounds are wanted. */
export function buzz(pattern: number[]): void {
  if (settings.sound && "vibrate" in navigator) navigator.vibrate(pattern);
}
