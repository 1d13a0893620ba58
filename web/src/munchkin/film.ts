// A finished Munchkin Dice game as pictures that have something to say.

import type { MunchkinFilm, MunchkinPicture, MunchkinSeat } from "../net/messages";
import type { MunchkinEvent } from "./types";

export interface Frame {
  event: MunchkinEvent | null;
  /** How many events of the game have happened by now. */
  step: number;
  seats: MunchkinSeat[];
  picture: MunchkinPicture | null;
}

/** The pictures in which something is said; the first is the table before any card is dealt. */
export function frames(film: MunchkinFilm, tells: (event: MunchkinEvent) => boolean): Frame[] {
  const found: Frame[] = [{ event: null, step: 0, seats: film.seats, picture: null }];
  let seats = film.seats;
  film.pictures.forEach((picture, index) => {
    seats = picture.seats ?? seats;
    const event = picture.event as MunchkinEvent;
    if (tells(event)) found.push({ event, step: index + 1, seats, picture });
  });
  return found;
}
