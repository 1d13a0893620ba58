// The weights of the dice at a table. The catalogue of own dice is fetched where somebody has some.

type Cup = readonly (readonly number[])[];

const known: Record<string, Cup> = $state({});

async function read(bag: string): Promise<void> {
  const { bagRows } = await import("../core/rules/bags");
  known[bag] = bagRows(bag);
}

/** The weights of a seat's dice, those of the sheet where nobody has own ones; empty where all are fair. */
export function cupAt(bags: readonly string[], seat: number, sheet: Cup): Cup {
  const bag = bags[seat];
  if (!bag) return bags.length ? [] : sheet;
  if (!known[bag]) void read(bag);
  return known[bag] ?? [];
}
