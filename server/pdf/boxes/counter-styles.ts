/* Counter styles (CSS Counter Styles Level 3 §6). */

const ROMAN: [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let rest = value;
  let text = "";
  for (const [worth, letters] of ROMAN)
    while (rest >= worth) {
      text += letters;
      rest -= worth;
    }
  return text;
}

function lettered(value: number, first: string, count: number): string {
  if (value < 1) return String(value);
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / count))
    text = String.fromCodePoint(first.codePointAt(0)! + ((rest - 1) % count)) + text;
  return text;
}

/** Names of the counter styles. `numbered` formats a value in any other style as decimal. */
export const COUNTER_STYLES = [
  "decimal",
  "decimal-leading-zero",
  "lower-roman",
  "upper-roman",
  "lower-alpha",
  "lower-latin",
  "upper-alpha",
  "upper-latin",
  "disc",
  "circle",
  "square",
  "none",
];

/** Formats a number in a counter style. */
export function numbered(value: number, style: string): string {
  switch (style) {
    case "lower-roman":
      return roman(value);
    case "upper-roman":
      return roman(value).toUpperCase();
    case "lower-alpha":
    case "lower-latin":
      return lettered(value, "a", 26);
    case "upper-alpha":
    case "upper-latin":
      return lettered(value, "A", 26);
    case "decimal-leading-zero":
      return value >= 0 && value < 10 ? `0${value}` : String(value);
    case "disc":
      return "\u2022";
    case "circle":
      return "\u25e6";
    case "square":
      return "\u25aa";
    case "none":
      return "";
    default:
      return String(value);
  }
}
