import type { Setter } from "./setters-kit";

/*
 * Sides by the direction of the text (CSS Logical Properties Level 1): the start of a line is its left or its right. Lines
 * always follow each other downwards, so that the sides of the block axis are shorthands' matter.
 */

/** The side that each name means where text runs from left to right, and from right to left. */
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

/** Logical properties, each as the setter of the physical one that it means. */
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
