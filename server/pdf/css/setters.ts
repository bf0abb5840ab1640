import { logicalSetters } from "./logical";
import { boxSetters } from "./setters-box";
import type { Setter } from "./setters-kit";
import { textSetters } from "./setters-text";

/** Setters of the supported properties, by name. Shorthands are not included. */
export const setters: Record<string, Setter> = {
  ...textSetters,
  ...boxSetters,
  ...logicalSetters(boxSetters),
};
