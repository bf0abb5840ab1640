import compile from "icu-minify/compile";
import { expect, it } from "vitest";
import { locales } from "@/server/kernel/strings/languages";
import { compiled, registryMessages } from "./registry-messages";
import { gapsOf } from "./testing/catalogue";

/** Returns the arguments of each message, independent of the order of the keys. */
const argumentsOf = (areas: ReturnType<typeof registryMessages>) =>
  Object.fromEntries(
    Object.entries(areas).map(([area, messages]) => [
      area,
      Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, gapsOf(text)])),
    ]),
  );

it.each(locales)("rule messages have the same keys and arguments in %s as in English", (locale) => {
  expect(argumentsOf(registryMessages(locale))).toEqual(argumentsOf(registryMessages("en")));
});

it.each(locales)("rule messages compile in %s, and the names in the log stay texts", (locale) => {
  const { "rule-types": ofForms, ...ofLog } = registryMessages(locale);
  for (const text of Object.values(ofForms!)) expect(compile(text)).not.toBe("");
  for (const text of Object.values(ofLog).flatMap(Object.values)) expect(compile(text as string)).toBe(text);
});

it("rule messages compile to plain data, which React passes to the browser", () => {
  const isPlain = (value: unknown): boolean =>
    typeof value !== "object" ||
    value === null ||
    ([Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object) &&
      Object.values(value).every(isPlain));
  const messages = compiled(registryMessages("en"));
  expect(isPlain(messages)).toBe(true);
  // A message with arguments compiles to a list instead of a text. At least one message must have arguments.
  expect(Object.values(messages["rule-types"]!).some((message) => typeof message !== "string")).toBe(true);
});
