import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;

/**
 * CSS properties that callers of a component may override. The default table of tailwind-merge covers all of Tailwind and would
 * add 5 KB to every page. accessibility.e2e.ts checks that this table contains enough properties.
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

/** Joins class names. If two classes conflict, the later class wins. */
export const cn = (...classes: ClassValue[]) => mergeClasses(clsx(classes));
