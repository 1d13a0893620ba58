// What a card says, taken apart: that it stays, when it is played, and what it does. Pure, for tests.

/** The parts of a card's text; what is not told apart is all in `what`. */
export interface Read {
  /** "ONGOING", with what the card adds to it; "" where it does not stay. */
  stays: string;
  /** "At the start of your turn, on one foe"; "" where the text does not say it first. */
  when: string;
  what: string;
}

/** A moment is said in so many letters at most; longer is a sentence of its own. */
const LONGEST = 90;

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Take a text apart; `ongoing` is the word that cards begin with which stay. */
export function read(text: string, ongoing: string): Read {
  let rest = text;
  let stays = "";
  if (ongoing && text.startsWith(ongoing)) {
    const end = text.indexOf(". ");
    if (end > 0) {
      stays = text.slice(0, end);
      rest = text.slice(end + 2);
    }
  }
  const [, when = "", what = ""] = /^([^:.]+?)\s?: (.+)$/s.exec(rest) ?? [];
  return when && when.length <= LONGEST ? { stays, when, what: capital(what) } : { stays, when: "", what: rest };
}
