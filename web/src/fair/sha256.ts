// SHA-256 and HMAC by hand: a page on plain http has no crypto.subtle, and checking dice must work there too.

const ROUNDS = constants(64, 1 / 3);
const START = constants(8, 1 / 2);

/** The first 32 bits behind the point of a root of the first primes: what the standard builds its constants from. */
function constants(count: number, power: number): Uint32Array {
  const found = new Uint32Array(count);
  let filled = 0;
  for (let candidate = 2; filled < count; candidate++) {
    let prime = true;
    for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) prime = false;
    if (prime) {
      const root = candidate ** power;
      found[filled++] = (root - Math.floor(root)) * 2 ** 32;
    }
  }
  return found;
}

const schedule = new Uint32Array(64);

/** Mix one block of 64 bytes into a state of eight words. */
function mix(state: Uint32Array, data: Uint8Array, start: number): void {
  const w = schedule;
  for (let i = 0; i < 16; i++) {
    const at = start + i * 4;
    w[i] = ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!) >>> 0;
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => (state[index] = state[index]! + value));
}

/** The hash of some bytes, from a state into which `before` bytes (whole blocks) have gone already. */
function finish(from: Uint32Array, before: number, data: Uint8Array): Uint8Array {
  const state = Uint32Array.from(from);
  const whole = data.length - (data.length % 64);
  for (let start = 0; start < whole; start += 64) mix(state, data, start);
  const rest = data.length - whole;
  const tail = new Uint8Array(rest + 9 > 64 ? 128 : 64);
  tail.set(data.subarray(whole));
  tail[rest] = 0x80;
  const bits = (before + data.length) * 8;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(tail.length - 4, bits >>> 0);
  for (let start = 0; start < tail.length; start += 64) mix(state, tail, start);
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  state.forEach((word, index) => words.setUint32(index * 4, word));
  return out;
}

/** The SHA-256 of some bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  return finish(START, 0, data);
}

/** HMAC-SHA256 under one key: the two blocks of the key are mixed once. */
export function hmac(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const short = key.length > 64 ? sha256(key) : key;
  const [inner, outer] = [0x36, 0x5c].map((pad) => {
    const block = new Uint8Array(64).fill(pad);
    short.forEach((byte, index) => (block[index] = byte ^ pad));
    const state = Uint32Array.from(START);
    mix(state, block, 0);
    return state;
  }) as [Uint32Array, Uint32Array];
  return (message) => finish(outer, 64, finish(inner, 64, message));
}

const HEX = /^(?:[0-9a-f]{2})*$/;

/** Bytes from lower-case hex digits; null where it is something else. */
export function fromHex(text: string): Uint8Array | null {
  if (!HEX.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
