import type { Setter } from "./setters-kit";

/*
 * Logical properties of the inline axis, which depend on `direction` (CSS Logical Properties Level 1). The properties of the
 * block axis are in server/pdf/css/logical-shorthands.ts.
 */

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
