import { describe, expect, it } from "vitest";
import { fits, isCalled, personAfter } from "./palette-words";

describe("the text in the palette", () => {
  it.each([
    ["suspend", "suspend anna", "anna"],
    ["suspend", "Sus Anna Berg", "anna berg"],
    ["suspend", "anna suspend", "anna"],
    ["suspend", "su anna", null],
    ["suspend", "suspend", null],
    ["suspend", "suspend a", null],
    ["suspend", "anna", null],
    ["lock", "locke", null],
    ["lock", "lock locke", "locke"],
    ["anmeldung sperren", "anmeldung sperren anna", "anna"],
    ["sperren", "anmeldung sperren anna", "anmeldung anna"],
    ["sperren", "anna@acme.example sperren", "anna@acme.example"],
  ])("finds the person to %s in “%s”: %s", (verb, text, person) => {
    expect(personAfter(verb, text)).toBe(person);
  });

  it("matches texts with all words, in any order and case", () => {
    expect(fits("Billing ROTATE")("rotate secret of", "billing sync")).toBe(true);
    expect(fits("billing payroll")("rotate secret of", "billing sync")).toBe(false);
  });

  it.each([
    ["2fa", true],
    ["two-f", true],
    ["sign opt", true],
    ["mfa options", true],
    ["fa", false],
    ["2fa roles", false],
  ])("finds an area by its name and the beginnings of its synonyms: %s", (text, found) => {
    expect(isCalled(text, { label: "Sign-in options", also: "mfa 2fa two-factor" })).toBe(found);
  });
});
