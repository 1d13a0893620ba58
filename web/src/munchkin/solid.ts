// The ten-sided die in space: ten kites around an axis, seen from the front.

type Vector = readonly [number, number, number];

/** How a body is turned: where its three axes point. */
export type Turn = readonly [Vector, Vector, Vector];

/** A side as it is seen: its outline, how bright it is, and how its number lies on it. */
export interface Side {
  face: number;
  points: string;
  /** From 0 (in the dark) to 1. */
  light: number;
  /** The matrix of its number. */
  matrix: string;
}

const HEIGHT = 1;
const BELT = 0.86;
/** The belt goes up and down so that every side is flat. */
const WAVE = HEIGHT * ((1 - Math.cos(Math.PI / 5)) / (1 + Math.cos(Math.PI / 5)));
const LIGHT: Vector = unit([-0.45, 0.62, 0.64]);
/** Opposite sides of a die sum to 11; the upper five are odd. */
const UPPER = [1, 7, 3, 9, 5];

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function belt(k: number): Vector {
  const angle = (k * Math.PI) / 5;
  return [BELT * Math.cos(angle), k % 2 ? WAVE : -WAVE, BELT * Math.sin(angle)];
}

/** The corners of every side: a tip, two beside it, and the far one. */
const SIDES: readonly { face: number; corners: readonly [Vector, Vector, Vector, Vector] }[] = [
  ...UPPER.map((face, k) => ({ face, corners: [[0, HEIGHT, 0], belt(2 * k - 1 + 10), belt(2 * k), belt(2 * k + 1)] as const })),
  ...UPPER.map((face, k) => ({ face: 11 - face, corners: [[0, -HEIGHT, 0], belt(2 * k + 6), belt(2 * k + 5), belt(2 * k + 4)] as const })),
];

function frameOf(corners: readonly [Vector, Vector, Vector, Vector]): { middle: Vector; across: Vector; up: Vector; out: Vector } {
  const [tip, one, far, other] = corners;
  const middle: Vector = [0, 1, 2].map((axis) => ((tip[axis as 0] + far[axis as 0] * 2) / 3) * 0.62 + ((one[axis as 0] + other[axis as 0]) / 2) * 0.38) as unknown as Vector;
  const up = unit(minus(tip, far));
  let out = unit(cross(minus(one, tip), minus(other, tip)));
  if (dot(out, middle) < 0) out = [-out[0], -out[1], -out[2]];
  return { middle, across: cross(up, out), up, out };
}

/** The die with a face to the front, a little from above, and turned on by some angles. */
export function showing(face: number, spin = 0, tumble = 0): Turn {
  const side = SIDES.find((one) => one.face === face) ?? SIDES[0];
  const { across, up, out } = frameOf((side as (typeof SIDES)[number]).corners);
  const tilt = 0.3 + tumble;
  const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
  const y = up.map((one, axis) => one * c + (out[axis as 0] ?? 0) * -s) as unknown as Vector;
  const z = out.map((one, axis) => one * c + (up[axis as 0] ?? 0) * s) as unknown as Vector;
  const [cs, ss] = [Math.cos(spin), Math.sin(spin)];
  return [
    across.map((one, axis) => one * cs + (z[axis as 0] ?? 0) * ss) as unknown as Vector,
    y,
    z.map((one, axis) => one * cs - (across[axis as 0] ?? 0) * ss) as unknown as Vector,
  ];
}

/** The sides that are seen when the die is turned so, in a picture of 200 by 200. */
export function sidesOf(turn: Turn): Side[] {
  const [right, up, front] = turn;
  const see = (point: Vector): readonly [number, number] => [100 + 88 * dot(point, right), 100 - 88 * dot(point, up)];
  const seen: Side[] = [];
  for (const { face, corners } of SIDES) {
    const frame = frameOf(corners);
    const facing = dot(frame.out, front);
    if (facing <= 0.02) continue;
    const normal: Vector = [dot(frame.out, right), dot(frame.out, up), facing];
    const [x, y] = see(frame.middle);
    const matrix = [dot(frame.across, right), -dot(frame.across, up), -dot(frame.up, right), dot(frame.up, up), x, y];
    seen.push({
      face,
      points: corners.map((corner) => see(corner).map((one) => one.toFixed(1)).join(",")).join(" "),
      light: Math.max(0, dot(normal, LIGHT)),
      matrix: `matrix(${matrix.map((one) => one.toFixed(3)).join(" ")})`,
    });
  }
  return seen;
}
