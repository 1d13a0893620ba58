// Things that leave their place: a picture of them flies above everything, past every edge that would cut it.

import { lasting } from "../settings.svelte";

interface Flight {
  /** Milliseconds at the usual speed. */
  lasts: number;
  /** Milliseconds before it leaves, at the usual speed. */
  late?: number;
  /** How high it rises on its way, in pixels, and how far it turns, in degrees. */
  rises?: number;
  turns?: number;
  /** How large it arrives. */
  scale?: number;
  /** Something else than what stands there now. */
  text?: string;
}

/** Let a picture of something fly from where it is to the middle of something else; where nothing moves, nothing does. */
export function fly(what: Element, to: Element | DOMRect, { lasts, late = 0, rises = 0, turns = 0, scale = 1, text }: Flight): void {
  const duration = lasting(lasts);
  if (!duration) return;
  const from = what.getBoundingClientRect();
  const goal = to instanceof Element ? to.getBoundingClientRect() : to;
  const picture = what.cloneNode(true) as HTMLElement;
  if (text !== undefined) picture.textContent = text;
  picture.removeAttribute("data-testid");
  picture.setAttribute("aria-hidden", "true");
  // It has left what it inherited.
  const { color, font } = getComputedStyle(what);
  Object.assign(picture.style, { color, font, position: "fixed", inset: "auto", left: `${from.left}px`, top: `${from.top}px`, margin: "0", zIndex: "9", pointerEvents: "none", opacity: "1", animation: "none", transition: "none", transformOrigin: "center" });
  if (text === undefined) Object.assign(picture.style, { width: `${from.width}px`, height: `${from.height}px` });
  picture.style.setProperty("--die-size", `${from.width}px`);
  document.body.append(picture);
  const size = text === undefined ? from : picture.getBoundingClientRect();
  const x = goal.left + goal.width / 2 - from.left - size.width / 2;
  const y = goal.top + goal.height / 2 - from.top - size.height / 2;
  const gone = () => picture.remove();
  picture
    .animate(
      [
        { transform: "none", easing: "cubic-bezier(.3,.6,.5,1)" },
        { transform: `translate(${x * 0.45}px, ${y * 0.45 - rises}px) rotate(${turns / 2}deg) scale(${(1 + scale) / 2})`, offset: 0.5, easing: "cubic-bezier(.5,0,.7,.6)" },
        { transform: `translate(${x}px, ${y}px) rotate(${turns}deg) scale(${scale})` },
      ],
      { duration, delay: lasting(late), fill: "both" },
    )
    .finished.then(gone, gone);
}

/** Whatever moves has arrived. */
export function finishMoving(): void {
  for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
}
