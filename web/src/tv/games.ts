// What a party may play: short by default, for eight people to 10,000 take an hour.

export interface Choice {
  kind: "farkle" | "munchkin";
  rules: string;
}

const house = (base: string, change: { [key: string]: number }): string => JSON.stringify(Object.assign({ base }, change));

export const GAMES: Choice[] = [
  { kind: "farkle", rules: house("classic", { target: 5000 }) },
  { kind: "farkle", rules: house("classic", { rounds: 10 }) },
  { kind: "farkle", rules: house("munchkin-farkle", { target: 5000 }) },
  { kind: "munchkin", rules: "munchkin-dice" },
  { kind: "farkle", rules: house("playmonster", { target: 5000 }) },
  { kind: "farkle", rules: "kcd" },
  { kind: "farkle", rules: "classic" },
  { kind: "farkle", rules: "munchkin-farkle" },
];

/** About how many minutes so many people play: a turn takes twenty seconds in a living room. */
export function minutes(people: number, rules: { rounds: number; target: number } | null): number {
  if (!rules) return 5 * Math.max(6, Math.round(people * 2));
  const turns = rules.rounds || Math.max(4, rules.target / 450);
  return 5 * Math.max(1, Math.round((Math.max(2, people) * turns * 20) / 60 / 5));
}
