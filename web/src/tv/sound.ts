// The same wood, felt and bone as on the page, by the first form of the sound interface that old televisions have.

import { SOUNDS, type Sound } from "../table/tones";

let audio: AudioContext | undefined;
export let silent = true;

/** A browser lets a page sound after a press only. */
export function unlock(): void {
  const Context = window.AudioContext || (window as unknown as { webkitAudioContext?: typeof AudioContext }).webkitAudioContext;
  if (!audio && Context) audio = new Context();
  if (audio && audio.resume) void audio.resume();
  silent = false;
}

export function hush(): void {
  silent = true;
}

export function play(sound: Sound): void {
  if (silent || !audio) return;
  for (const one of SOUNDS[sound]) {
    const start = audio.currentTime + one.at;
    const gain = audio.createGain();
    gain.connect(audio.destination);
    if ("tone" in one) {
      const wave = audio.createOscillator();
      wave.type = one.tone;
      wave.frequency.value = one.pitch;
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(one.loud, start + 0.012);
      gain.gain.exponentialRampToValueAtTime(0.0008, start + one.length);
      wave.connect(gain);
      wave.start(start);
      wave.stop(start + one.length + 0.02);
    } else {
      const length = Math.ceil(audio.sampleRate * one.length);
      const buffer = audio.createBuffer(1, length, audio.sampleRate);
      const samples = buffer.getChannelData(0);
      for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * Math.pow(1 - index / length, 3);
      const noise = audio.createBufferSource();
      noise.buffer = buffer;
      const body = audio.createBiquadFilter();
      body.type = "bandpass";
      body.frequency.value = one.pitch;
      body.Q.value = 6;
      gain.gain.value = one.loud * 4;
      noise.connect(body);
      body.connect(gain);
      noise.start(start);
    }
  }
}
