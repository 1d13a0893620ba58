// What tells seats apart: each of the twenty has a shape and a colour that no other has together.

const COUNT = 10;

/** Which of the shapes a seat has. */
export function seatShape(seat: number): number {
  return seat % COUNT;
}

/** The colour of a seat; the second ten take those of the first in another order. */
export function seatColour(seat: number): string {
  const round = Math.floor(seat / COUNT);
  return `var(--seat-${(seat + 3 * round) % COUNT})`;
}
