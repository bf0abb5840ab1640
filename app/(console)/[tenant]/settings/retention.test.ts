import { expect, it } from "vitest";
import { isShorter } from "./retention";

it.each([
  [90, null, true],
  [90, 365, true],
  [365, 365, false],
  [365, 90, false],
  // `undefined`: the old retention is not loaded yet. The form then asks for a confirmation.
  [365, undefined, true],
])("keeping events for %i days instead of %o removes events: %o", (days, before, removes) => {
  expect(isShorter(days, before)).toBe(removes);
});
