import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { ConsoleError } from "@/components/data/trpc";
import { NotLoaded } from "./not-loaded";

vi.mock("next/navigation", () => ({ usePathname: () => "/acme/apps/3" }));

/** Renders the component in English, for a query with this HTTP status. */
function shown(httpStatus: number, page: boolean) {
  const error = Object.assign(new Error("There is no such app."), { data: { httpStatus } });
  const query = { error: error as unknown as ConsoleError, refetch: () => Promise.resolve() };
  const english = { locale: "en", messages: {}, timeZone: "UTC", children: null } as const;
  return renderToStaticMarkup(
    createElement(NextIntlClientProvider, english, createElement(NotLoaded, { query, page })),
  );
}

it("shows that the page does not exist if its record is missing, with links", () => {
  const markup = shown(404, true);
  expect(markup).toContain("There is no such app.");
  expect(markup).toMatch(/<h1\b/);
  expect(markup).toContain('href="/acme/apps"');
});

it("shows that a part of a page is missing, without a retry", () => {
  const markup = shown(404, false);
  expect(markup).toContain("There is nothing here");
  expect(markup).toContain("There is no such app.");
  expect(markup).not.toMatch(/<(h1|a|button)\b/);
});

it.each([true, false])("offers a retry after another error", (page) => {
  const markup = shown(500, page);
  expect(markup).toContain("Try again");
  expect(markup).not.toMatch(/<h1\b/);
});
