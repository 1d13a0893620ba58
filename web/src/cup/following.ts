// From one game of a party to the next: everybody of this phone sits down again.

import { arrive, claim, guests, keepGuests, sit, tokens, type Person } from "../net/api";
import { as } from "../people.svelte";
import { recall } from "../storage";

/** Sit down at the next table with all who share this phone; who watched sits down too. */
export async function follow(from: string, to: string, word: string): Promise<void> {
  if (!Object.keys(tokens(to)).length) await as((who) => sit(who, to, { invite: word }));
  const others = guests(from);
  for (const other of others) if (!tokens(to)[other.id]) await sit(other, to, { invite: word });
  keepGuests(to, others);
}

/** Somebody without a phone sits down at this one. */
export async function addHere(match: string, word: string, name: string): Promise<void> {
  const guest: Person = await arrive(name, recall("passcode", ""));
  await sit(guest, match, { invite: word });
  keepGuests(match, [...guests(match), guest]);
}

/** Take over a seat whose phone is gone. */
export async function takeOver(match: string, word: string, seat: number): Promise<void> {
  await as((who) => claim(who, match, { seat, invite: word }));
}
