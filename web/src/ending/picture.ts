// The picture that is shared: drawn on a canvas from our own drawings, on this device; nothing is sent anywhere.

import { drawing, regular, worn } from "../art/faces";
import { seatColour, seatShape } from "../parts/seats";
import { SHAPES } from "../parts/shapes";
import { paint } from "./painting";

export interface Poster {
  title: string;
  sheet: string;
  total: string;
  /** "to 8,000" */
  against: string;
  sentence: string;
  faces: readonly number[];
  /** A drawing in the place of dice, with its name: what was fought last. */
  scene?: { drawing: string; name: string };
  winner: Somebody;
  /** Who came next. */
  other: Somebody | undefined;
  crown: boolean;
}

/** What somebody looks like. */
export interface Somebody {
  bot: string;
  face: string;
  seat: number;
}

export const WIDTH = 1200;
export const HEIGHT = 630;

function load(address: string): Promise<HTMLImageElement | null> {
  if (!address) return Promise.resolve(null);
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(
    () => picture,
    () => null,
  );
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function addressOf(value: string): string {
  return /url\("?([^")]+)"?\)/.exec(value)?.[1] ?? "";
}

/** Text that fits into a width, smaller where it must be, cut with an ellipsis where that is not enough. */
function fit(context: CanvasRenderingContext2D, text: string, x: number, y: number, width: number, size: number, weight = 700): void {
  let now = size;
  const font = (): string => `${weight} ${now}px "Hotdice Display", system-ui, sans-serif`;
  context.font = font();
  while (context.measureText(text).width > width && now > size * 0.6) {
    now -= 2;
    context.font = font();
  }
  let shown = text;
  while (context.measureText(shown).width > width && shown.length > 4) shown = `${[...shown].slice(0, -2).join("")}…`;
  context.fillText(shown, x, y);
}

/** A face in a ring of its seat's colour; who wears none has the shape of the seat. */
async function portrait(context: CanvasRenderingContext2D, { bot, face, seat }: Somebody, x: number, y: number, r: number, glad: boolean): Promise<void> {
  const chosen = bot ? undefined : worn(face);
  const picture = await load(drawing(bot ? (regular(bot)?.face ?? "") : (chosen?.name ?? ""), glad));
  const own = colour(seatColour(seat).slice(4, -1));
  for (const [radius, tone] of [[r * 1.15, own], [r * 1.08, "#fffcf6"]] as const) {
    context.fillStyle = tone;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
  }
  context.save();
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.clip();
  context.fillStyle = chosen ? colour(`--colour-${chosen.colour}`) : "#d9cdb8";
  context.fillRect(x - r, y - r, 2 * r, 2 * r);
  if (picture) context.drawImage(picture, x - r, y - r, 2 * r, 2 * r);
  else {
    context.translate(x - r / 2, y - r / 2);
    context.scale(r / 16, r / 16);
    context.fillStyle = own;
    context.fill(new Path2D(SHAPES[seatShape(seat)]));
  }
  context.restore();
}

/** A drawing in a frame of its own in the lower half, slightly askew, with its name beside it. */
function hang(context: CanvasRenderingContext2D, { drawing: shapes, name }: { drawing: string; name: string }): void {
  const [width, height] = [304, 190];
  context.save();
  context.translate(462, 486);
  context.rotate(-0.05);
  context.save();
  context.shadowColor = "rgb(0 0 0 / 0.4)";
  context.shadowBlur = 22;
  context.shadowOffsetY = 8;
  context.fillStyle = "#fffcf4";
  context.beginPath();
  context.roundRect(-width / 2 - 10, -height / 2 - 10, width + 20, height + 20, 16);
  context.fill();
  context.restore();
  context.beginPath();
  context.roundRect(-width / 2, -height / 2, width, height, 10);
  context.clip();
  paint(context, shapes, -width / 2, -height / 2, width, height);
  context.restore();
  context.fillStyle = "#f3ece0";
  fit(context, name, 660, 500, 470, 44);
}

/** Draw the picture of a game. */
export async function draw(canvas: HTMLCanvasElement, poster: Poster): Promise<void> {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(document.documentElement);
  const [dice] = await Promise.all([load(addressOf(style.getPropertyValue("--dice-faces"))), document.fonts.ready]);

  const wood = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  wood.addColorStop(0, "#b98a5b");
  wood.addColorStop(0.5, "#86572f");
  wood.addColorStop(1, "#693f21");
  context.fillStyle = wood;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const felt = context.createRadialGradient(320, 0, 40, 420, 200, 900);
  felt.addColorStop(0, colour("--felt-high"));
  felt.addColorStop(0.55, colour("--tray"));
  felt.addColorStop(1, colour("--felt-low"));
  context.fillStyle = felt;
  context.beginPath();
  context.roundRect(22, 22, WIDTH - 44, HEIGHT - 44, 22);
  context.fill();

  // Dots around the edge, for those who won.
  if (poster.crown) {
    const tones = ["#ff8a5c", "#f2c063", "#f3ece0", "#c4431d"];
    for (let index = 0; index < 64; index++) {
      const along = (index * 83) % 1120;
      const [x, y] = index % 4 === 0 ? [34 + (index % 7) * 4, (along * HEIGHT) / 1200 + 20] : index % 4 === 1 ? [WIDTH - 34 - (index % 7) * 4, (along * HEIGHT) / 1200 + 20] : [40 + along, index % 2 ? 34 + (index % 5) * 5 : HEIGHT - 34 - (index % 5) * 5];
      context.fillStyle = tones[index % 4] ?? "";
      context.beginPath();
      context.arc(x, y, 3 + (index % 3) * 1.6, 0, 7);
      context.fill();
    }
  }

  context.fillStyle = "#f3ece0";
  context.textBaseline = "alphabetic";
  context.font = '700 44px "Hotdice Display", system-ui, sans-serif';
  context.fillText("Hotdice", 72, 96);
  context.font = "400 28px system-ui, sans-serif";
  context.textAlign = "right";
  context.fillText(poster.sheet, WIDTH - 72, 92, 560);
  context.textAlign = "left";

  const [x, y, r] = [170, 262, 92];
  await portrait(context, poster.winner, x, y, r, poster.crown);
  if (poster.crown) {
    context.save();
    context.translate(x - 44, y - r - 62);
    context.rotate(-0.1);
    context.scale(1.9, 1.9);
    context.fillStyle = "#f2c063";
    context.strokeStyle = "#8a5a10";
    context.lineWidth = 2.4;
    const crown = new Path2D("M4 30 2 8l12 9L24 2l10 15 12-9-2 22z");
    context.fill(crown);
    context.stroke(crown);
    context.restore();
  }

  context.fillStyle = "#f3ece0";
  fit(context, poster.title, 310, 194, 800, 56);
  context.fillStyle = "#f2c063";
  context.font = '700 104px "Hotdice Display", system-ui, sans-serif';
  context.fillText(poster.total, 306, 298);
  const wide = context.measureText(poster.total).width;
  context.fillStyle = "#f3ece0";
  if (poster.against) {
    fit(context, poster.against, 306 + wide + 26, 298, 950 - 306 - wide, 42);
    if (poster.other) await portrait(context, poster.other, 1034, 250, 56, false);
  }
  context.fillStyle = "#f3ece0";
  fit(context, poster.sentence, 310, 352, 810, 31, 400);

  if (poster.scene) hang(context, poster.scene);
  else if (dice) {
    const side = 138;
    const gap = 152;
    const left = (WIDTH - gap * poster.faces.length) / 2;
    poster.faces.forEach((one, place) => {
      const width = dice.width / 6;
      context.save();
      context.translate(left + gap * place + gap / 2, 478);
      context.fillStyle = "rgb(0 0 0 / 0.35)";
      context.filter = "blur(10px)";
      context.beginPath();
      context.roundRect(-side * 0.36, -side * 0.26, side * 0.84, side * 0.76, 30);
      context.fill();
      context.filter = "none";
      context.rotate(([-5, 4, -3, 6, -6, 3][place % 6]! * Math.PI) / 180);
      context.drawImage(dice, (one - 1) * width, 0, width, dice.height, -side / 2, -side / 2, side, side);
      context.restore();
    });
  }
}

/** The canvas as a file. */
export function asFile(canvas: HTMLCanvasElement): Promise<File | null> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ? new File([blob], "hotdice.png", { type: "image/png" }) : null), "image/png"));
}
