import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;

/**
 * The properties of which a component may be given another value than its own. The library's own table knows all of Tailwind,
 * and would be 5 KB of every page; accessibility.e2e.ts holds this one to it.
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

/** Joins class names; of two that contradict each other the later one stays. */
export const cn = (...classes: ClassValue[]) => mergeClasses(clsx(classes));
