import { logicalSetters } from "./logical";
import { boxSetters } from "./setters-box";
import type { Setter } from "./setters-kit";
import { textSetters } from "./setters-text";

/** What each longhand does to a style. A property that is not here is not supported. */
export const setters: Record<string, Setter> = {
  ...textSetters,
  ...boxSetters,
  ...logicalSetters(boxSetters),
};
