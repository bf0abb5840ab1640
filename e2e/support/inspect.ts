import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { settled } from "./settled";
import { expect, test } from "./test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const looks = (["light", "dark"] as const).flatMap((scheme) =>
  [1440, 390].map((width) => ({ scheme, width })),
);

/** True in a journey of `npm test`, which inspects only the central pages (accessibility.e2e.ts). FULL_SUITE=1 inspects all. */
const isQuick = () => test.info().tags.includes("@journey") && process.env["FULL_SUITE"] !== "1";

/** Returns what axe finds on the present page. */
export async function problemsOf(page: Page) {
  await settled(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
  );
}

/**
 * Inspects the present page in both themes and widths: axe finds no problem, and nothing scrolls sideways. For pages
 * without a fixed URL; the others are in pages.ts. SHOTS=folder stores screenshots.
 */
export async function inspect(page: Page, name: string) {
  if (isQuick()) return;
  const size = page.viewportSize()!;
  const folder = process.env["SHOTS"];
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await problemsOf(page), `${name} ${scheme} ${width}`).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(sideways, `${name} ${width} scrolls sideways`).toBeLessThanOrEqual(0);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}
