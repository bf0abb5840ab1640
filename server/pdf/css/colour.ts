import colourString from "color-string";

/** Red, green and blue from 0 to 255, and how opaque it is, from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
export const transparent: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };

const known = new Map<string, Colour | null>();

/** A colour of CSS; `current` is what currentcolor means. Null for what is no colour. */
export function colour(text: string, current: Colour): Colour | null {
  const value = text.trim().toLowerCase();
  if (value === "currentcolor") return current;
  const before = known.get(value);
  if (before !== undefined) return before;
  const found = read(value);
  if (known.size < 1_000) known.set(value, found);
  return found;
}

function read(value: string): Colour | null {
  if (!/^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl|hwb|oklch|oklab)a?\([^()]{1,80}\))$/.test(value)) return null;
  if (value.startsWith("ok")) return ok(value);
  if (value.startsWith("h")) return byHue(value) ?? byName(value);
  return byName(value);
}

function byName(value: string): Colour | null {
  const [red, green, blue, alpha] = colourString.get.rgb(value) ?? [];
  return red === undefined || green === undefined || blue === undefined
    ? null
    : { red, green, blue, alpha: alpha ?? 1 };
}

/** The numbers between the parentheses; percentages as shares of one. */
const parts = (value: string) =>
  value
    .slice(value.indexOf("(") + 1, -1)
    .replace("/", " ")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => Number.parseFloat(part) / (part.endsWith("%") ? 100 : 1));

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/** hsl() and hwb() as sRGB (CSS Color Level 4 §7, §8). */
function byHue(value: string): Colour | null {
  const [hue, first, second, alpha = 1] = parts(value);
  if (![hue, first, second, alpha].every((part) => Number.isFinite(part))) return null;
  const [one, two] = [clamp(first!), clamp(second!)];
  const hwb = value.startsWith("hwb");
  const channel = (turn: number) => {
    const k = (turn + (((hue! % 360) + 360) % 360) / 30) % 12;
    const lightness = hwb ? 0.5 : two;
    const spread = (hwb ? 1 : one) * Math.min(lightness, 1 - lightness);
    const shade = lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * (hwb ? shade * (1 - one - two) + one : shade));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha: clamp(alpha) };
}

/** oklab() and oklch() as sRGB (CSS Color Level 4 §9). */
function ok(value: string): Colour | null {
  const polar = value.startsWith("oklch");
  const [l, x, y, alpha = 1] = parts(value);
  if (![l, x, y, alpha].every((part) => Number.isFinite(part))) return null;
  const hue = (y! * Math.PI) / 180;
  const [a, b] = polar ? [x! * Math.cos(hue), x! * Math.sin(hue)] : [x!, y!];
  const long = (l! + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l! - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l! - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const gamma = (linear: number) =>
    Math.round(
      255 *
        Math.max(0, Math.min(1, linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055)),
    );
  return {
    red: gamma(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    green: gamma(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    blue: gamma(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
    alpha: Math.max(0, Math.min(1, alpha)),
  };
}
