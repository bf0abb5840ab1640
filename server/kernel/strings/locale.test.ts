import { expect, it } from "vitest";
import { endsSoon } from "@/server/testing/work";
import { localeOf } from "./locale";

it("uses the chosen language before the browser's languages", () => {
  expect(localeOf("de", "en")).toBe("de");
  expect(localeOf("en", "de")).toBe("en");
});

it("uses the best match for the browser's languages (RFC 9110 §12.5.4)", () => {
  expect(localeOf(undefined, "de-DE,de;q=0.9,en;q=0.8")).toBe("de");
  expect(localeOf(undefined, "en;q=0.5, de;q=0.9")).toBe("de");
  expect(localeOf(undefined, "de;q=0, en")).toBe("en");
  expect(localeOf(undefined, "fr, de-AT;q=0.3")).toBe("de");
  expect(localeOf(undefined, "DE-de")).toBe("de");
});

it("uses English if no requested language is supported", () => {
  for (const header of [null, "", "*", "fr-FR", "tlh, xx;q=0.1"])
    expect(localeOf(undefined, header)).toBe("en");
});

it("accepts only supported languages from a cookie", () => {
  for (const cookie of ["", "fr", "DE", "toString", "__proto__", "../de", "de\n", "de".repeat(5_000)])
    expect(localeOf(cookie, "de")).toBe("de");
  expect(localeOf("constructor", null)).toBe("en");
});

it("handles an invalid Accept-Language in linear time", () => {
  const hostile = [
    ";q=1",
    "de;q=abc",
    "de;q=1e999",
    ",,,,;;;;",
    "-".repeat(500_000),
    "a-".repeat(500_000),
    "de;".repeat(500_000),
    " ,".repeat(500_000),
    "\u0000\uffff, __proto__, constructor;q=1",
    Array.from({ length: 200_000 }, (_, index) => `x${index};q=0.${index}`).join(","),
  ];
  for (const header of hostile) expect(["en", "de"]).toContain(endsSoon(() => localeOf(undefined, header)));
});
