import { expect, it } from "vitest";
import { isShorter } from "./is-shorter";

it.each([
  [90, null, true],
  [90, 365, true],
  [365, 365, false],
  [365, 90, false],
  // What was loaded is not known: better asked once too often.
  [365, undefined, true],
])("keeping events for %i days after %o removes some: %o", (days, before, removes) => {
  expect(isShorter(days, before)).toBe(removes);
});
