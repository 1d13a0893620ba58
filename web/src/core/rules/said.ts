// A sentence as words with gaps and what fills them, so that whoever reads another language words it anew.

export interface Said {
  says: string;
  values: Values;
}

/** What fills a gap. A number is written as people do, a list of faces with spaces between them. */
export type Value = number | string | number[] | Said;
export type Values = Record<string, Value>;

export function said(says: string, values: Values = {}): Said {
  return { says, values };
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** A number of dice in words. */
export function sayDice(count: number): string {
  return `${COUNTS[count]} ${count === 1 ? "die" : "dice"}`;
}

/** A number with its thousands apart. */
export function grouped(value: number): string {
  const [whole = "", ...rest] = String(value).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

/** A share as people say it. */
export function perCent(share: number): string {
  const percent = 100 * share;
  if (share >= 0.0995) return `${percent.toFixed(0)} %`;
  if (share >= 0.00095) return `${percent.toFixed(1)} %`;
  return `${share === 0 ? "0" : String(Number(percent.toPrecision(2)))} %`;
}

function gap(value: Value, how: string): string {
  const list = Array.isArray(value) ? (value as number[]) : [];
  switch (how) {
    case "share":
      return perCent(Number(value));
    case "dice":
      return sayDice(Number(value));
    case "Dice": {
      const words = sayDice(Number(value));
      return words.charAt(0).toUpperCase() + words.slice(1);
    }
    case "seat":
      return String(Number(value) + 1);
    case "seats":
      return list.map((seat) => seat + 1).join(" or ");
    case "list":
      return list.map(grouped).join(", ");
    case "numbers":
      return list.map((seat) => seat + 1).join(", ");
    case "kind":
      return String(value).replace(/[a-z]+/gi, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
    case "and":
      return list.map((face) => `the ${face}`).join(" and ");
  }
  if (typeof value === "number") return Number.isInteger(value) ? grouped(value) : String(value);
  if (typeof value === "string") return value;
  return "says" in value ? english(value) : value.join(" ");
}

/** The sentence with its gaps filled, in English. */
export function fill(says: string, values: Values): string {
  if (!Object.keys(values).length) return says;
  return says.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name: string, how: string | undefined) => {
    const value = values[name];
    return value === undefined ? whole : gap(value, how ?? "");
  });
}

/** A sentence in English. */
export function english(one: Said): string {
  return fill(one.says, one.values);
}
