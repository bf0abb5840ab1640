import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expect } from "./test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Inspects the present page in both themes and widths: axe finds no problem, and nothing scrolls sideways. For pages
 * without a fixed URL; the others are in pages.ts. SHOTS=folder stores screenshots.
 */
export async function inspect(page: Page, name: string) {
  const size = page.viewportSize()!;
  const folder = process.env["SHOTS"];
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(200);
      // A fading message has less contrast for a moment.
      await page.waitForFunction(
        () =>
          ![...document.querySelectorAll("[data-sonner-toast]")].some(
            (toast) => toast.getAnimations().length > 0,
          ),
      );
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
      expect.soft(found, `${name} ${scheme} ${width}`).toEqual([]);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(sideways, `${name} ${width} scrolls sideways`).toBeLessThanOrEqual(0);
      if (!folder) continue;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(size);
}
