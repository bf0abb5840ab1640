import { logicalSetters } from "./logical";
import { boxSetters } from "./setters-box";
import type { Setter } from "./setters-kit";
import { textSetters } from "./setters-text";

/** The setter of each supported longhand. */
export const setters: Record<string, Setter> = {
  ...textSetters,
  ...boxSetters,
  ...logicalSetters(boxSetters),
};
