// An evening as a server tells it: looked at again as soon as something has happened, and asked for things.

import { as } from "../people.svelte";
import { json, person, Refusal } from "../net/api";
import { recall, remember } from "../storage";
import { t } from "../words/words.svelte";
import type { EveningTable, EveningView, NewHost, PartyPlace, Plan, RoundSeen } from "../net/messages";

const PAUSE = 3000;

/** The token that makes this device the host of an evening, "" where it is not. */
export const hostToken = (id: string): string => recall<Record<string, string>>("evenings", {})[id] ?? "";

export async function planEvening(plan: Partial<Plan>): Promise<string> {
  const made = await json<NewHost>("POST", "/api/evenings", { plan });
  remember("evenings", { ...recall<Record<string, string>>("evenings", {}), [made.evening]: made.token });
  return made.evening;
}

/** The evening that this device looked at last, in the last two days; "" for none. */
export function lastEvening(): string {
  const last = recall<{ id: string; at: number } | null>("evening", null);
  return last && Date.now() - last.at < 48 * 3_600_000 ? last.id : "";
}

/** What went wrong, in words. */
export const faultOf = (error: unknown): string => (error instanceof Refusal && error.status ? error.message : t("connection.none"));

export class Following {
  view = $state.raw<EveningView | null>(null);
  fault = $state("");
  missing = $state(false);
  busy = $state(false);
  /** How far the server's clock is ahead of this device's. */
  ahead = 0;
  private closed = false;

  constructor(readonly id: string) {
    void this.follow();
  }

  private get key(): string {
    return hostToken(this.id) || (person()?.key ?? "");
  }

  private take(view: EveningView): void {
    this.ahead = view.now - Date.now();
    if (!this.view) remember("evening", { id: this.id, at: Date.now() });
    this.view = view;
  }

  private async follow(): Promise<void> {
    while (!this.closed) {
      try {
        const path = `/api/evenings/${this.id}${this.view ? `/after/${this.view.length}` : ""}`;
        const key = this.key;
        const found = await json<EveningView>("GET", path, undefined, key);
        if (this.closed) return;
        // Who asked before entering is told of an evening without them: that is older than what is known by now.
        if (key === this.key && found.length >= (this.view?.length ?? 0)) this.take(found);
        this.fault = "";
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) {
          this.missing = true;
          return;
        }
        this.fault = faultOf(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  /** Ask for something; whether it was done. What is refused is said. */
  async ask(command: { type: string; [field: string]: unknown }, name = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.fault = "";
    try {
      const path = `/api/evenings/${this.id}/ask`;
      const host = hostToken(this.id);
      this.take(host ? await json<EveningView>("POST", path, { command }, host) : await as((who) => json<EveningView>("POST", path, { command }, who.key), name));
      return true;
    } catch (error) {
      this.fault = faultOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The match of the own table, for playing it on the screen. */
  async play(table: number): Promise<EveningTable | null> {
    try {
      return await as((who) => json<EveningTable>("POST", `/api/evenings/${this.id}/tables/${table}/play`, undefined, who.key));
    } catch (error) {
      this.fault = faultOf(error);
      return null;
    }
  }

  async luck(): Promise<void> {
    try {
      this.take(await json<EveningView>("POST", `/api/evenings/${this.id}/luck`, undefined, hostToken(this.id)));
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** Remove it with everything in it; whether that was done. */
  async remove(): Promise<boolean> {
    this.busy = true;
    try {
      await json("DELETE", `/api/evenings/${this.id}`, undefined, hostToken(this.id));
      this.close();
      const { [this.id]: _, ...others } = recall<Record<string, string>>("evenings", {});
      remember("evenings", others);
      remember("evening", undefined);
      return true;
    } catch (error) {
      this.fault = faultOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    this.closed = true;
  }
}

/** The screen for the room: a page of its own, which old televisions run. */
export const televisionOf = (id: string): string => `/tv#evening=${id}`;

/** Where phones find this evening; never an address that leads a phone to itself. */
export async function joinAddress(id: string): Promise<string> {
  try {
    const place = await json<PartyPlace>("GET", "/api/party");
    return place.address ? `${place.address}/#/evening/${id}` : "";
  } catch {
    return "";
  }
}

/** What is left on the clock of a round at a moment of this device; null where there is none. */
export function leftAt(round: RoundSeen | undefined, view: EveningView, moment: number): number | null {
  if (!round || round.left === null) return null;
  return round.running ? round.left - (moment - view.now) : round.left;
}

/** What is left on a clock, as minutes and seconds. */
export function clockWords(left: number): string {
  const seconds = Math.floor(Math.abs(left) / 1000);
  return `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
