import { describe, expect, it, vi } from "vitest";
import { localeCookie } from "@/server/kernel/strings/languages";
import { askedLocaleCookie, keepAskedLocale, localeOfPage } from "./ui-locales";

function kept(ui_locales: unknown) {
  const set = vi.fn();
  keepAskedLocale({ oidc: { params: { ui_locales } }, cookies: { set } }, "/interaction/a1", 60);
  return set.mock.calls;
}

describe("the language that an app requests", () => {
  it.each([
    ["de", "de"],
    ["de-AT en", "de"],
    ["fr-CA fr EN-gb de", "en"],
  ])("%s is shown as %s, in this one sign-in", (asked, locale) => {
    expect(kept(asked)).toEqual([
      [askedLocaleCookie, locale, expect.objectContaining({ path: "/interaction/a1", maxAge: 60_000 })],
    ]);
  });

  it.each([undefined, "", "fr", "deutsch", "x; Path=/", ["de"]])("ignores %j", (asked) => {
    expect(kept(asked)).toEqual([]);
  });
});

describe("the language of the protocol's own pages", () => {
  const page = (chosen: string | undefined, ui_locales: string | undefined, accepted: string | false) =>
    localeOfPage({
      oidc: { params: { ui_locales } },
      cookies: { get: (name) => (name === localeCookie ? chosen : undefined) },
      acceptsLanguages: () => accepted,
    });

  it("is the chosen one, else the app's, else the browser's", () => {
    expect(page("de", "en", "en")).toBe("de");
    expect(page("fr", "de", "en")).toBe("de");
    expect(page(undefined, undefined, "de")).toBe("de");
    expect(page(undefined, "fr", false)).toBe("en");
  });
});
