import { expect, it } from "vitest";
import { collectUncodedTexts } from "./uncoded-texts";

it("every text of the server that people see has a code, or a record in a registry", () => {
  const found = collectUncodedTexts().map(({ text, place }) => `${place}: ${text}`);
  expect(found).toEqual([]);
});
