// Wood, felt and bone, made on the spot: knocks are filtered noise with a body below it, notes are two soft waves.
// No files, no music; nothing is longer than 600 ms. What is heard is always seen too.

import { settings } from "../settings.svelte";
import { RELEASE, SOUNDS, type Knock, type Note, type Sound } from "./tones";

let audio: AudioContext | undefined;

/** Make a sound, if it is not silent; a browser that has none stays so. A big score is a deeper click, few dice are few knocks. */
export function play(sound: Sound, weight = 1, most = Infinity): void {
  if (!settings.volume || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  void audio.resume();
  const out = new GainNode(audio, { gain: settings.volume });
  out.connect(audio.destination);
  for (const one of SOUNDS[sound].slice(0, most)) {
    if ("tone" in one) sing(audio, out, one);
    else strike(audio, out, { ...one, pitch: one.pitch / weight, loud: one.loud * Math.sqrt(weight) });
  }
}

function strike(context: AudioContext, out: AudioNode, knock: Knock): void {
  const start = context.currentTime + knock.at;
  const length = Math.ceil(context.sampleRate * knock.length);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const body = new BiquadFilterNode(context, { type: "bandpass", frequency: knock.pitch, Q: 6 });
  noise.connect(body).connect(new GainNode(context, { gain: knock.loud * 4 })).connect(out);
  noise.start(start);
}

function sing(context: AudioContext, out: AudioNode, note: Note): void {
  const start = context.currentTime + note.at;
  const wave = new OscillatorNode(context, { type: note.tone, frequency: note.pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(note.loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + note.length);
  wave.connect(gain).connect(out);
  wave.start(start);
  wave.stop(start + note.length + RELEASE);
}

/** A short buzz, where the device can, its owner wants it, and has touched the page: before that browsers refuse and complain. */
export function buzz(pattern: number[]): void {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (settings.buzz && touched && "vibrate" in navigator) navigator.vibrate(pattern);
}
