// Pictures of cards, all drawn for Hotdice. A deck's pictures are one file, fetched when the first of its cards is shown.

type Pictures = Record<string, string>;

const DECKS: Record<string, () => Promise<{ default: Pictures }>> = {
  house: () => import("./house"),
  "munchkin-dice": () => import("./munchkin-dice"),
};
const asked = new Set<string>();
let known: Record<string, Pictures> = $state.raw({});

function ask(deck: string): void {
  const load = DECKS[deck];
  if (!load || asked.has(deck)) return;
  asked.add(deck);
  load().then(
    ({ default: found }) => (known = { ...known, [deck]: found }),
    () => asked.delete(deck),
  );
}

/** The drawing of a card; "" until it is here, and for cards of somebody's own deck. */
export function picture(deck: string, id: string): string {
  ask(deck);
  return known[deck]?.[id] ?? "";
}
