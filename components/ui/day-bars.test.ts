import { NextIntlClientProvider } from "next-intl";
import { createElement, type ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DayBars } from "./day-bars";

const series = ["Succeeded", "Failed"].map((label) => ({ label, within: label, colour: "bg-accent" }));

/** Returns the texts of the chart in the order in which a screen reader reads them. */
function wordsOf(days: ComponentProps<typeof DayBars>["days"]) {
  const bars = createElement(DayBars, { label: "Sign-ins by day", series, days, empty: "Nobody signed in." });
  const english = { locale: "en", messages: {}, timeZone: "UTC", children: null } as const;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, english, bars))
    .replace(/<[^>]*>/g, " ")
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
}

describe("bars of days", () => {
  it("show the text for an empty chart without days", () => {
    expect(wordsOf([])).toBe("Nobody signed in. Sign-ins by day Day Succeeded Failed");
  });

  it("label a single day once, and the first and last of several days", () => {
    const day = (date: string, ...counts: number[]) => ({ date, counts });
    expect(wordsOf([day("2026-03-01", 2, 1)])).toMatch(/^1 Mar Daily maximum: 3 /);
    const two = [day("2026-03-01", 2, 1), day("2026-03-02", 0, 4)];
    expect(wordsOf(two)).toMatch(/^1 Mar 2 Mar Daily maximum: 4 /);
  });

  it("show zero for a series without a count", () => {
    expect(wordsOf([{ date: "2026-03-01", counts: [2] }])).toMatch(/ 2 0$/);
  });
});
