// Draws dice by marching rays at one rounded cube under one light from the upper left, as docs/page.md says.
// It runs in a browser, started by scripts/dice_bake.py; the page itself only shows the pictures that come of it.

const linear = (hex) => [1, 3, 5].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2);
const KEY = [1.0, 0.955, 0.87];
const SKY = [0.8, 0.86, 1.0];
const SETS = {
  bone: { body: linear("#F3E6CE"), pip: linear("#26211D"), one: linear("#C03E1B"), spec: 0.34, gloss: 46, broad: 0.1, deep: 0.62, glow: [0.1, 0.045, 0.02] },
  night: { body: linear("#1E3A78"), pip: linear("#F2C063"), one: linear("#F2C063"), spec: 0.75, gloss: 90, broad: 0.035, deep: 0.5, glow: [0, 0.012, 0.05], metal: true, marble: true, rim: "#E3BE74" },
  cherry: { body: linear("#983E20"), pip: linear("#FBEFD8"), one: linear("#F2C063"), spec: 0.42, gloss: 60, broad: 0.05, deep: 0.5, glow: [0.05, 0.012, 0], wood: true, rim: "#F3D3B4" },
};
const HALF = 0.5;
const EDGE = 0.135;
const PIP = 0.094;
const PIP_ONE = 0.142;
const APART = 0.262;
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const RADIANS = Math.PI / 180;
const times = (a, b) => Array.from({ length: 9 }, (_, at) => {
  const [row, column] = [Math.floor(at / 3) * 3, at % 3];
  return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
});
const turnX = (d) => { const [c, s] = [Math.cos(d * RADIANS), Math.sin(d * RADIANS)]; return [1, 0, 0, 0, c, -s, 0, s, c]; };
const turnY = (d) => { const [c, s] = [Math.cos(d * RADIANS), Math.sin(d * RADIANS)]; return [c, 0, s, 0, 1, 0, -s, 0, c]; };
const turnZ = (d) => { const [c, s] = [Math.cos(d * RADIANS), Math.sin(d * RADIANS)]; return [c, -s, 0, s, c, 0, 0, 0, 1]; };
/** How the cube is turned so that a face looks up. */
const TOP = { 1: turnX(0), 6: turnX(180), 2: turnX(-90), 5: turnX(90), 3: turnZ(90), 4: turnZ(-90) };
const step = (low, high, x) => { const part = Math.min(1, Math.max(0, (x - low) / (high - low))); return part * part * (3 - 2 * part); };

function lattice(x, y, z) {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(z | 0, 2147483550)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function noise(x, y, z) {
  const [X, Y, Z] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const smooth = (part) => part * part * (3 - 2 * part);
  const [u, v, w] = [smooth(x - X), smooth(y - Y), smooth(z - Z)];
  let sum = 0;
  for (let i = 0; i < 8; i++) {
    const [a, b, c] = [i & 1, (i >> 1) & 1, i >> 2];
    sum += lattice(X + a, Y + b, Z + c) * (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
  }
  return sum;
}

function distance(x, y, z) {
  const inner = HALF - EDGE;
  const [qx, qy, qz] = [Math.abs(x) - inner, Math.abs(y) - inner, Math.abs(z) - inner];
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0)) + Math.min(Math.max(qx, qy, qz), 0) - EDGE;
}

const inside = (R, [x, y, z]) => [R[0] * x + R[3] * y + R[6] * z, R[1] * x + R[4] * y + R[7] * z, R[2] * x + R[5] * y + R[8] * z];
const outside = (R, [x, y, z]) => [R[0] * x + R[1] * y + R[2] * z, R[3] * x + R[4] * y + R[5] * z, R[6] * x + R[7] * y + R[8] * z];
const unit = (a) => { const l = Math.hypot(...a); return a.map((one) => one / l); };
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const LIGHT = unit([-5, 9.6, -5]);
/** On which face a point lies, where on it, and the directions of its two sides. */
function faceAt([x, y, z]) {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ay >= ax && ay >= az) return y > 0 ? [1, x, z, [1, 0, 0], [0, 0, 1]] : [6, -z, x, [0, 0, -1], [1, 0, 0]];
  if (az >= ax) return z > 0 ? [2, x, -y, [1, 0, 0], [0, -1, 0]] : [5, -x, -y, [-1, 0, 0], [0, -1, 0]];
  return x > 0 ? [3, -z, -y, [0, 0, -1], [0, -1, 0]] : [4, z, -y, [0, 0, 1], [0, -1, 0]];
}

function body(set, [x, y, z], face) {
  const colour = [...set.body];
  if (set.wood) {
    const [gx, gz] = [x + 0.35 * z + 0.9, z * 0.9 - 0.7 - 0.2 * x];
    const ring = (Math.hypot(gx, gz) + 0.1 * noise(x * 2 + 7, y * 1.2, z * 2 + 3)) * 7.5;
    const part = ring - Math.floor(ring);
    const grain = step(0, 0.75, part) * (1 - step(0.86, 1, part));
    const k = 0.8 + 0.3 * grain + 0.24 * (noise(x * 46 + face * 9, y * 3.2, z * 46) - 0.5);
    return [colour[0] * k * 1.05, colour[1] * k * k * 0.98, colour[2] * k * k * 0.95];
  }
  if (set.marble) {
    const m = noise(x * 2.2 + 5, y * 2.2, z * 2.2) * 0.65 + noise(x * 5, y * 5 + 9, z * 5) * 0.35;
    return [colour[0] * (0.7 + 0.7 * m), colour[1] * (0.7 + 0.7 * m), colour[2] * (0.75 + 0.6 * m)];
  }
  return colour;
}

function shade(set, R, world, ray) {
  const at = inside(R, world);
  const e = 0.002;
  const [x, y, z] = at;
  const corners = [[e, -e, -e], [-e, -e, e], [-e, e, -e], [e, e, e]].map(([a, b, c]) => distance(x + a, y + b, z + c));
  const [a, b, c, d] = corners;
  // Faces are a breath convex, so that none is one flat tone.
  let normal = unit([a - b - c + d, -a - b + c + d, -a + b - c + d]).map((one, axis) => one + 0.26 * at[axis]);
  const [face, u, v, eu, ev] = faceAt(at);
  let albedo = body(set, at, face);
  let [spec, gloss, hollow, metal] = [set.spec, set.gloss, 1, false];
  const radius = face === 1 ? PIP_ONE : PIP;
  for (const [pu, pv] of PIPS[face]) {
    const [du, dv] = [u - pu * APART, v - pv * APART];
    const far = Math.hypot(du, dv);
    if (far >= radius * 1.16) continue;
    const within = 1 - step(radius * 0.965, radius * 1.035, far);
    const t = far / radius;
    const bowl = (t < 1 ? t * set.deep * 1.5 : 0) - (t >= 1 ? (1 - step(1, 1.16, t)) * 0.3 : 0);
    const [cu, cv] = far > 1e-4 ? [du / far, dv / far] : [0, 0];
    normal = normal.map((one, axis) => one - bowl * (cu * eu[axis] + cv * ev[axis]));
    const pip = face === 1 ? set.one : set.pip;
    albedo = albedo.map((one, axis) => one * (1 - within) + pip[axis] * within);
    if (within > 0.5) {
      metal = !!set.metal;
      [spec, gloss] = metal ? [1.1, 26] : [0.55, 34];
      // The wall of the bowl that is nearer to the light lies in its own shadow.
      const light = inside(R, LIGHT);
      hollow = 1 - 0.62 * step(0.05, 0.62, (cu * dot(light, eu) + cv * dot(light, ev)) * t) - 0.12 * (1 - t);
    }
    break;
  }
  const n = outside(R, unit(normal));
  const lit = dot(n, LIGHT);
  const diffuse = Math.max(0, lit * 0.94 + 0.06) * hollow;
  const open = 0.42 + 0.58 * step(-0.02, 0.75, world[1] + HALF);
  const sky = 0.5 + 0.5 * n[1];
  const half = unit(LIGHT.map((one, axis) => one - ray[axis]));
  const shine = Math.max(0, dot(n, half));
  const rim = (1 - Math.max(0, -dot(n, ray))) ** 4;
  const gleam = spec * (shine ** gloss + set.broad * shine ** 8) * (hollow * 0.7 + 0.3);
  const back = ray.map((one, axis) => one - 2 * dot(n, ray) * n[axis]);
  const window = step(0.55, 0.95, dot(back, LIGHT)) * (0.05 + 0.5 * rim) * spec * 1.1;
  const edge = Math.max(0, 1 - Math.abs(lit) * 3.2);
  return [0, 1, 2].map((axis) => {
    let colour = albedo[axis] * (KEY[axis] * diffuse * 1.03 + SKY[axis] * (0.05 + 0.22 * sky * sky) * open + 0.05 * (1 - sky) * open);
    colour += set.glow[axis] * edge * 0.5 * open;
    return colour + KEY[axis] * (gleam + window) * (metal ? albedo[axis] * 1.6 : 1) + rim * 0.07 * open * SKY[axis];
  });
}

const TILT = 16 * RADIANS;
const FAR = 12.5;

/** One die into a square of a canvas: `turns` are the ways in which it is turned while the picture is taken. */
function draw(context, set, turns, left, size, side, fine) {
  const image = context.createImageData(size, size);
  const eye = [0, FAR * Math.cos(TILT), FAR * Math.sin(TILT)];
  const [ahead, up] = [[0, -Math.cos(TILT), -Math.sin(TILT)], [0, Math.sin(TILT), -Math.cos(TILT)]];
  const focus = FAR * side;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0];
      let hits = 0;
      for (let sample = 0; sample < fine * fine; sample++) {
        const right = column + ((sample % fine) + 0.5) / fine - size / 2;
        const high = size / 2 - row - (Math.floor(sample / fine) + 0.5) / fine;
        const ray = unit([ahead[0] * focus + right, ahead[1] * focus + up[1] * high, ahead[2] * focus + up[2] * high]);
        const R = turns[sample % turns.length];
        let way = FAR - 1;
        for (let tries = 0; tries < 64 && way < FAR + 1; tries++) {
          const at = eye.map((one, axis) => one + ray[axis] * way);
          const far = distance(...inside(R, at));
          if (far < 0.0012) {
            hits++;
            shade(set, R, at, ray).forEach((one, axis) => {
              const tone = Math.max(0, one / (1 + 0.1 * one)) ** (1 / 2.2);
              sum[axis] += Math.min(1, tone) * 255;
            });
            break;
          }
          way += far * 0.96;
        }
      }
      const at = (row * size + column) * 4;
      if (hits) sum.forEach((one, axis) => (image.data[at + axis] = one / hits));
      image.data[at + 3] = (255 * hits) / (fine * fine);
    }
  }
  context.putImageData(image, left, 0);
}

function canvas(width, height) {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

/** The six faces of a set side by side, as they rest; in a square that is 1.28 sides wide. */
function faces(name, side) {
  const size = Math.round(side * 1.28);
  const made = canvas(size * 6, size);
  const context = made.getContext("2d");
  for (let face = 1; face <= 6; face++) draw(context, SETS[name], [TOP[face]], (face - 1) * size, size, side, 3);
  return rimmed(made, SETS[name].rim, side).toDataURL("image/webp", 0.86);
}

/** Dark dice have a thin light edge all around: else some felts would swallow them. */
function rimmed(made, colour, side) {
  if (!colour) return made;
  const shape = canvas(made.width, made.height);
  const ink = shape.getContext("2d");
  ink.drawImage(made, 0, 0);
  ink.globalCompositeOperation = "source-in";
  ink.fillStyle = colour;
  ink.fillRect(0, 0, made.width, made.height);
  const found = canvas(made.width, made.height);
  const context = found.getContext("2d");
  const wide = side * 0.02;
  for (let step = 0; step < 24; step++) {
    const angle = (step * Math.PI) / 12;
    context.drawImage(shape, Math.cos(angle) * wide, Math.sin(angle) * wide);
  }
  context.drawImage(made, 0, 0);
  return found;
}

/** A die that tumbles once around, blurred as by its speed; in squares that are 1.6 sides wide. */
function tumble(name, side, count) {
  const size = Math.round(side * 1.6);
  const made = canvas(size * count, size);
  const context = made.getContext("2d");
  for (let frame = 0; frame < count; frame++) {
    const turns = [0, 1, 2, 3].map((part) => {
      const whole = (frame + part * 0.16) / count;
      return times(turnY(20), times(turnZ(360 * whole + 25), times(turnX(720 * whole), turnY(360 * whole))));
    });
    draw(context, SETS[name], turns, frame * size, size, side, 4);
  }
  return made.toDataURL("image/webp", 0.45);
}
