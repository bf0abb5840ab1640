import colourString from "color-string";
import { commaParts } from "./values";

/** A colour. `red`, `green` and `blue` are from 0 to 255, `alpha` from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
export const transparent: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };

/**
 * System colours, for white paper (CSS Color Level 4 §6.2, appendix A). HTML that Microsoft Office exports uses such colours.
 */
const system: readonly (readonly [RegExp, string])[] = [
  [/^(canvas|field|window|menu|infobackground|background|scrollbar|appworkspace)$/, "#ffffff"],
  [/^(canvas|field|button|window|menu|info|caption|mark|highlight)text$/, "#000000"],
  [/^(buttonface|threedface|buttonshadow|buttonhighlight|threedlightshadow)$/, "#efefef"],
  [/^(buttonborder|windowframe|threedshadow|threedhighlight|threeddarkshadow)$/, "#767676"],
  [/^graytext$/, "#808080"],
  [/^highlight$/, "#b5d7ff"],
  [/^linktext$/, "#0000ee"],
  [/^mark$/, "#ffff00"],
];

/** Returns true if the value contains a colour function that the renderer does not support. */
export const hasUnknownFunction = (value: string) => /(^|[\s,(])(lab|lch|color|light-dark)\(/i.test(value);

const known = new Map<string, Colour | null>();

/** Reads a colour. `current` is the value of `currentcolor`. Returns null for other values. */
export function colour(text: string, current: Colour): Colour | null {
  const value = text.trim().toLowerCase();
  if (value === "currentcolor") return current;
  if (/^color-mix\([^;]{1,200}\)$/.test(value)) return mixed(value, current);
  const before = known.get(value);
  if (before !== undefined) return before;
  const found = read(value);
  if (known.size < 1_000) known.set(value, found);
  return found;
}

/** Evaluates color-mix() (CSS Color Level 5 §3). Always mixes in sRGB, also if the value names another colour space. */
function mixed(value: string, current: Colour): Colour | null {
  const [, first, second] = commaParts(value.slice(value.indexOf("(") + 1, -1));
  const part = (text: string | undefined) => {
    const [, share] = /(?:^|\s)([\d.]+)%(?:\s|$)/.exec(text ?? "") ?? [];
    const found = colour((text ?? "").replace(/(^|\s)[\d.]+%(?=\s|$)/, ""), current);
    return found && { found, share: share === undefined ? null : clamp(Number(share) / 100) };
  };
  const [one, other] = [part(first), part(second)];
  if (!one || !other) return null;
  const a = one.share ?? (other.share === null ? 0.5 : 1 - other.share);
  const b = other.share ?? 1 - a;
  if (!(a + b > 0)) return null;
  const [p, q] = [(one.found.alpha * a) / (a + b), (other.found.alpha * b) / (a + b)];
  const channel = (key: "red" | "green" | "blue") =>
    p + q > 0 ? (one.found[key] * p + other.found[key] * q) / (p + q) : 0;
  return {
    red: channel("red"),
    green: channel("green"),
    blue: channel("blue"),
    alpha: (p + q) * Math.min(1, a + b),
  };
}

function read(value: string): Colour | null {
  if (!/^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl|hwb|oklch|oklab)a?\([^()]{1,80}\))$/.test(value)) return null;
  if (value.startsWith("ok")) return ok(value);
  if (value.startsWith("h")) return byHue(value) ?? byName(value);
  return byName(value);
}

function byName(value: string): Colour | null {
  const own = system.find(([names]) => names.test(value))?.[1];
  const [red, green, blue, alpha] = colourString.get.rgb(own ?? value) ?? [];
  return red === undefined || green === undefined || blue === undefined
    ? null
    : { red, green, blue, alpha: alpha ?? 1 };
}

/** Returns the numbers between the parentheses of a colour function. Converts percentages to fractions. */
const parts = (value: string) =>
  value
    .slice(value.indexOf("(") + 1, -1)
    .replace("/", " ")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => Number.parseFloat(part) / (part.endsWith("%") ? 100 : 1));

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/** Converts hsl() and hwb() to sRGB (CSS Color Level 4 §7, §8). */
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

/** Converts oklab() and oklch() to sRGB (CSS Color Level 4 §9). */
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
