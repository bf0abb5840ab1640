import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;

/**
 * Properties that a caller of a component may override. The library's own table covers all of Tailwind and would add 5 KB to
 * every page. accessibility.e2e.ts checks that this table suffices.
 */
const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    size: [{ size: [any] }],
    height: [{ h: [any] }],
    width: [{ w: [any] }],
    justify: [{ justify: [any] }],
    rounded: [{ rounded: ["", any] }],
    background: [{ bg: [any] }],
    borderWidth: [{ border: ["", "0"] }],
    borderSide: [{ border: ["x", "y", "t", "r", "b", "l"] }],
    borderStyle: [{ border: ["solid", "dashed"] }],
    borderColour: [{ border: [any] }],
    weight: [{ font: ["normal", "medium", "semibold"] }],
    align: [{ text: ["left", "center", "right"] }],
    fontSize: [{ text: ["xs", "sm", "base", "lg"] }],
    colour: [{ text: [any] }],
  },
  conflictingClassGroups: { size: ["width", "height"], borderWidth: ["borderSide"] },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

/** Joins class names. The later of two conflicting classes wins. */
export const cn = (...classes: ClassValue[]) => mergeClasses(clsx(classes));
