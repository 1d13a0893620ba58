// A drawing of ours on a canvas. The content policy lets no picture be made from text, so its shapes are painted one by one:
// our drawings have paths, circles, ellipses, rectangles, groups and a few letters.

interface Pen {
  fill: string;
  stroke: string;
  width: number;
  cap: CanvasLineCap;
  join: CanvasLineJoin;
}

const SIZE = { width: 240, height: 150 };

/** Paint a drawing of 240 by 150 into a rectangle that it fills, cut where it is too long. */
export function paint(context: CanvasRenderingContext2D, drawing: string, left: number, top: number, width: number, height: number): void {
  const root = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  const scale = Math.max(width / SIZE.width, height / SIZE.height);
  context.save();
  context.translate(left + (width - SIZE.width * scale) / 2, top + (height - SIZE.height * scale) / 2);
  context.scale(scale, scale);
  walk(context, root, { fill: "#000", stroke: "none", width: 1, cap: "butt", join: "miter" });
  context.restore();
}

function walk(context: CanvasRenderingContext2D, element: Element, given: Pen): void {
  const of = (name: string): string | null => element.getAttribute(name);
  const pen: Pen = {
    fill: of("fill") ?? given.fill,
    stroke: of("stroke") ?? given.stroke,
    width: Number(of("stroke-width") ?? given.width),
    cap: (of("stroke-linecap") as CanvasLineCap | null) ?? given.cap,
    join: (of("stroke-linejoin") as CanvasLineJoin | null) ?? given.join,
  };
  context.save();
  const turned = (element as SVGGraphicsElement).transform?.baseVal.consolidate()?.matrix;
  if (turned) context.transform(turned.a, turned.b, turned.c, turned.d, turned.e, turned.f);
  context.globalAlpha *= Number(of("opacity") ?? 1);
  const shape = shapeOf(element);
  if (shape) draw(context, shape, pen, Number(of("fill-opacity") ?? 1));
  else if (element.tagName === "text") write(context, element, pen);
  // What is defined for later is not seen here.
  if (element.tagName !== "defs") for (const child of element.children) walk(context, child, pen);
  context.restore();
}

function shapeOf(element: Element): Path2D | null {
  const n = (name: string): number => Number(element.getAttribute(name) ?? 0);
  const path = new Path2D();
  switch (element.tagName) {
    case "path":
      return new Path2D(element.getAttribute("d") ?? "");
    case "circle":
      path.arc(n("cx"), n("cy"), n("r"), 0, 7);
      return path;
    case "ellipse":
      path.ellipse(n("cx"), n("cy"), n("rx"), n("ry"), 0, 0, 7);
      return path;
    case "rect":
      path.roundRect(n("x"), n("y"), n("width"), n("height"), n("rx"));
      return path;
    default:
      return null;
  }
}

function draw(context: CanvasRenderingContext2D, shape: Path2D, pen: Pen, opacity: number): void {
  // A glow is left out: it is light and no shape.
  if (pen.fill !== "none" && !pen.fill.startsWith("url")) {
    context.save();
    context.globalAlpha *= opacity;
    context.fillStyle = pen.fill;
    context.fill(shape);
    context.restore();
  }
  if (pen.stroke === "none") return;
  context.strokeStyle = pen.stroke;
  context.lineWidth = pen.width;
  context.lineCap = pen.cap;
  context.lineJoin = pen.join;
  context.stroke(shape);
}

function write(context: CanvasRenderingContext2D, element: Element, pen: Pen): void {
  context.font = `700 ${element.getAttribute("font-size") ?? "16"}px "Hotdice Display", system-ui, sans-serif`;
  context.textAlign = "center";
  context.fillStyle = pen.fill;
  context.fillText(element.textContent ?? "", Number(element.getAttribute("x") ?? 0), Number(element.getAttribute("y") ?? 0));
}
