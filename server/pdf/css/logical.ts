import { as, borderOf, pair, type Longhand } from "./shorthands-kit";
import type { Setter } from "./style";

/* Logical properties (CSS Logical Properties Level 1). */

/** The physical side of each logical side, for left-to-right and for right-to-left text. */
export const sides: Readonly<Record<string, readonly [ltr: string, rtl: string]>> = {
  "inline-start": ["left", "right"],
  "inline-end": ["right", "left"],
};
const corners: Record<string, readonly [ltr: string, rtl: string]> = {
  "start-start": ["top-left", "top-right"],
  "start-end": ["top-right", "top-left"],
  "end-start": ["bottom-left", "bottom-right"],
  "end-end": ["bottom-right", "bottom-left"],
};

/** Returns the setters of logical properties. Each setter calls the setter of the corresponding physical property. */
export function logicalSetters(physical: Record<string, Setter>): Record<string, Setter> {
  const found: Record<string, Setter> = {};
  const add = (name: string, ltr: string, rtl: string) => {
    const [one, other] = [physical[ltr]!, physical[rtl]!];
    found[name] = (style, value, context) => (style.direction === "rtl" ? other : one)(style, value, context);
  };
  for (const [side, [ltr, rtl]] of Object.entries(sides)) {
    add(`inset-${side}`, ltr, rtl);
    for (const property of ["margin", "padding"])
      add(`${property}-${side}`, `${property}-${ltr}`, `${property}-${rtl}`);
    for (const part of ["width", "style", "color"])
      add(`border-${side}-${part}`, `border-${ltr}-${part}`, `border-${rtl}-${part}`);
  }
  for (const [corner, [ltr, rtl]] of Object.entries(corners))
    add(`border-${corner}-radius`, `border-${ltr}-radius`, `border-${rtl}-radius`);
  return found;
}

/**
 * Shorthands of logical properties. Because text is horizontal, the block axis is from top to bottom, and its properties map to
 * physical properties here. The sides of the inline axis depend on `direction`: `logicalSetters` maps them.
 */
export const logicalShorthands: Record<string, (value: string) => Longhand[]> = {
  "border-inline": borderOf(["inline-start", "inline-end"]),
  "border-inline-start": borderOf(["inline-start"]),
  "border-inline-end": borderOf(["inline-end"]),
  "border-block": borderOf(["top", "bottom"]),
  "border-block-start": borderOf(["top"]),
  "border-block-end": borderOf(["bottom"]),
  ...Object.fromEntries(
    ["width", "style", "color"].flatMap((part) => [
      [`border-inline-${part}`, pair(`border-inline-start-${part}`, `border-inline-end-${part}`)],
      [`border-block-${part}`, pair(`border-top-${part}`, `border-bottom-${part}`)],
      [`border-block-start-${part}`, as(`border-top-${part}`)],
      [`border-block-end-${part}`, as(`border-bottom-${part}`)],
    ]),
  ),
  ...Object.fromEntries(
    ["margin", "padding"].flatMap((property) => [
      [`${property}-inline`, pair(`${property}-inline-start`, `${property}-inline-end`)],
      [`${property}-block`, pair(`${property}-top`, `${property}-bottom`)],
      [`${property}-block-start`, as(`${property}-top`)],
      [`${property}-block-end`, as(`${property}-bottom`)],
    ]),
  ),
  "inset-inline": pair("inset-inline-start", "inset-inline-end"),
  "inset-block": pair("top", "bottom"),
  "inset-block-start": as("top"),
  "inset-block-end": as("bottom"),
  ...Object.fromEntries(
    ["", "min-", "max-"].flatMap((bound) => [
      [`${bound}inline-size`, as(`${bound}width`)],
      [`${bound}block-size`, as(`${bound}height`)],
    ]),
  ),
};
