// Who uses this device. Nobody is asked for a name before there are people to show it to.

import { become, forgetPerson, person, Refusal, type Person } from "./net/api";
import { recall, remember } from "./storage";

/** What the server is told of somebody who has given no name; readers see a word of their language. */
export const NAMELESS = "Guest";

/** Somebody to play as; a name only where one was given. */
export async function somebody(name = ""): Promise<Person> {
  return become(name || (person() ? "" : NAMELESS), recall("passcode", ""));
}

/** Do something as this person; a device that the server has forgotten introduces itself again, once. */
export async function as<T>(action: (who: Person) => Promise<T>, name = ""): Promise<T> {
  try {
    return await action(await somebody(name));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unknown_device") throw error;
    const known = person();
    forgetPerson();
    return action(await somebody(name || known?.name || ""));
  }
}

/** The name that was given, "" where none was. */
export function givenName(): string {
  const name = person()?.name ?? "";
  return name === NAMELESS ? "" : name;
}

/** Remember the passcode of this server. */
export function usePasscode(passcode: string): void {
  remember("passcode", passcode);
}
