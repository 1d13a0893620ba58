// Mail: an address for the own seat, and sitting down by the link of a letter.

import { remember } from "../storage";
import { json, tokens, type Person } from "./api";
import type { MailAddress, MailState, SeatedBody } from "./messages";

/** Sit down by the link of a letter: it opens one seat, for one turn. */
export async function usePass(match: string, token: string): Promise<void> {
  const seated = await json<SeatedBody>("POST", `/api/matches/${match}/pass`, { token });
  remember(`seats.${match}`, { ...tokens(match), letter: seated.token });
}

export const mailState = (who: Person, match: string): Promise<MailState> => json("GET", `/api/matches/${match}/mail`, undefined, who.key);
export const askForMail = (who: Person, match: string, wish: MailAddress): Promise<MailState> => json("POST", `/api/matches/${match}/mail`, wish, who.key);
export const dropMail = (who: Person, match: string): Promise<MailState> => json("POST", `/api/matches/${match}/mail/drop`, undefined, who.key);
