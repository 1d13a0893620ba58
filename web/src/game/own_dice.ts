// Own dice as a form asks for them; which dice there are is the business of `core/rules/bags`.

const STANDARD = "standard";

/** What was typed for some seats as the bags of all: standard dice where a line is empty, nothing where all are. */
export function typedBags(typed: readonly (string | undefined)[], players: number, dice: number): string[] {
  const given = Array.from({ length: players }, (_, seat) => (typed[seat] ?? "").trim());
  return given.some(Boolean) ? given.map((bag) => bag || `${dice}*${STANDARD}`) : [];
}
