import { eachSide, initial, type Sides, type Style } from "./style";
import type { LengthContext } from "./values";

export interface Context {
  parent: Style;
  faces: ReadonlySet<string>;
  length: LengthContext;
}

/** Sets a property of a style. Returns false for an invalid value. In this case, the declaration is ignored. */
export type Setter = (style: Style, value: string, context: Context) => boolean;

const isWide = (value: string) => /^(inherit|initial|unset|revert|revert-layer)$/i.test(value);

/**
 * Handles the CSS-wide keywords, such as `inherit` and `initial`, for a property that is not inherited. Returns the style from
 * which to copy the value. Returns null if the value is not such a keyword.
 */
export const wideOf = (value: string, { parent }: Context): Style | null =>
  !isWide(value.trim()) ? null : /^\s*inherit\s*$/i.test(value) ? parent : initial;

/** Adds the CSS-wide keywords, such as `inherit` and `initial`, to a setter. */
function withWide(key: keyof Style, inherits: boolean, set: Setter): Setter {
  return (style, value, context) => {
    const lower = value.toLowerCase();
    if (!isWide(lower)) return set(style, value, context);
    const from = lower === "inherit" || (inherits && lower !== "initial") ? context.parent : initial;
    Object.assign(style, { [key]: from[key] });
    return true;
  };
}

/** Returns the setter of a property that accepts only the keywords in `known`. */
export const keyword = <K extends keyof Style>(
  key: K,
  inherits: boolean,
  known: Record<string, Style[K]>,
): Setter =>
  withWide(key, inherits, (style, value) => {
    const lower = value.toLowerCase();
    if (!Object.hasOwn(known, lower)) return false;
    style[key] = known[lower]!;
    return true;
  });

/** Returns the setter of a property that is stored as text and parsed when the box is painted. */
export const verbatim = <K extends keyof Style>(key: K, inherits = false): Setter =>
  withWide(key, inherits, (style, value) => {
    Object.assign(style, { [key]: value });
    return true;
  });

export const own = <K extends keyof Style>(
  key: K,
  read: (value: string, context: Context, style: Style) => Style[K] | null,
  inherits = false,
): Setter =>
  withWide(key, inherits, (style, value, context) => {
    const found = read(value.trim(), context, style);
    if (found !== null) style[key] = found;
    return found !== null;
  });

type SidesOf = "margin" | "padding" | "border" | "radius" | "inset";

/** Replaces one of the four sides of a property. */
export function replaceSide<K extends SidesOf>(style: Style, key: K, index: number, value: Style[K][number]) {
  const sides: Sides<unknown> = style[key];
  Object.assign(style, { [key]: eachSide(sides, (side, at) => (at === index ? value : side)) });
}

/** Returns the setter of one of the four sides of a property. */
export const side = <K extends SidesOf>(
  key: K,
  index: number,
  read: (value: string, context: Context, before: Style[K][number]) => Style[K][number] | null,
): Setter => {
  return (style, value, context) => {
    const from = wideOf(value, context);
    const found = from ? from[key][index]! : read(value.trim(), context, style[key][index]!);
    if (found !== null) replaceSide(style, key, index, found);
    return found !== null;
  };
};
