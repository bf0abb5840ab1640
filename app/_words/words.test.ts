import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { unstable_extractMessages as extractMessages } from "next-intl/extractor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languages } from "@/server/kernel/strings/languages";
import { catalogues } from "./catalogues.config.mjs";
import { gapsOf, readCatalogue, type Entry } from "./testing/catalogue";
import { allSources, graphOf, sourceOf } from "./testing/sources";

const committed = "app/_words/catalogues";
const named = ({ area, english }: Entry) => `${area}: ${english}`;

describe("the catalogues", () => {
  it("exist for every language", () => {
    expect(catalogues.messages.locales).toEqual(Object.keys(languages));
  });

  const extracted = mkdtempSync(join(tmpdir(), "words-"));
  beforeAll(async () => {
    copyFileSync(`${committed}/de.po`, `${extracted}/de.po`);
    await extractMessages({
      ...catalogues,
      messages: { ...catalogues.messages, path: relative(".", extracted) },
      extract: true,
    });
  }, 120_000);
  afterAll(() => rmSync(extracted, { recursive: true }));

  it("contain exactly the texts of the pages (npm run words updates them)", () => {
    const said = readCatalogue(`${extracted}/en.po`).map(named);
    const kept = readCatalogue(`${committed}/de.po`).map(named);
    const [now, before] = [new Set(said), new Set(kept)];
    expect({
      missing: said.filter((name) => !before.has(name)),
      unused: kept.filter((name) => !now.has(name)),
    }).toEqual({ missing: [], unused: [] });
    expect(readFileSync(`${committed}/de.po`, "utf8")).toBe(readFileSync(`${extracted}/de.po`, "utf8"));
  });

  it("have German for every message", () => {
    const german = new Map(
      readCatalogue(`${committed}/de.po`).map((entry) => [`${entry.area}.${entry.key}`, entry]),
    );
    const english = readCatalogue(`${extracted}/en.po`);
    expect(english.length).toBeGreaterThan(0);
    const untranslated = english.filter(({ area, key }) => !german.get(`${area}.${key}`)?.translation.trim());
    expect(untranslated.map(named)).toEqual([]);
    expect(german.size).toBe(english.length);
  });

  it("keep arguments and markup in German, and parse", () => {
    const wrong = readCatalogue(`${committed}/de.po`).flatMap((entry) => {
      if (entry.translation === "") return [];
      try {
        const [theirs, ours] = [gapsOf(entry.english).join(" "), gapsOf(entry.translation).join(" ")];
        return theirs === ours ? [] : [`${named(entry)}: ${theirs || "nothing"} became ${ours || "nothing"}`];
      } catch (error) {
        return [`${named(entry)}: ${(error as Error).message}`];
      }
    });
    expect(wrong).toEqual([]);
  });

  it("detect a missing argument, a missing tag and a broken plural", () => {
    expect(gapsOf("Ends {count, plural, one {# <b>session</b>} other {# sessions of {name}}}.")).toEqual([
      "<b>",
      "{count}",
      "{name}",
    ]);
    expect(() => gapsOf("{count, plural, one {# Sitzung}}")).toThrow();
    expect(() => gapsOf("<b>offen")).toThrow();
  });
});

/** Returns the message area for files in a folder. Returns null for a file outside of the folders with texts. */
function areaOf(file: string): string | null {
  if (file.startsWith("app/(account)/")) return "hosted";
  const [, area] = /^app\/\(console\)\/(?:\[tenant\]\/)?([^/]+)\//.exec(file) ?? [];
  if (area !== undefined) return area === "_frame" || area === "[tenant]" ? "console" : area;
  if (/^(app\/\(console\)\/(\[tenant\]\/)?|components\/shell\/)/.test(file)) return "console";
  return /^(components\/|app\/[^/]+$)/.test(file) ? "shared" : null;
}

/**
 * Returns true if the area belongs to the folder. Parts of an area have the folder's name as prefix: "scim-guides" belongs to
 * "scim".
 */
const isOf = (area: string, folder: string | null) => area === folder || area.startsWith(`${folder}-`);

/**
 * Returns true if the page can show the imported file. The hosted pages import the API menu of the console but never show it.
 */
const isShownBy = (page: string, file: string) =>
  !(page.startsWith("app/(account)/") && file.startsWith("components/shell/api-"));

/** Names of the files that Next.js renders in a folder. */
const SHOWN = /^(page|layout|loading|error|not-found|template|default)\.tsx$/;

/** Returns the message areas that a file and the layouts of its parent folders provide to the browser. */
function givenTo(file: string): Set<string> {
  const given = new Set(sourceOf(file).gives);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const layout = `${folder}/layout.tsx`;
    if (existsSync(layout))
      for (const part of graphOf(layout).keys())
        if (!/\/page\.tsx$/.test(part)) for (const area of sourceOf(part).gives) given.add(area);
    if (folder === "app") return given;
  }
}

describe("the words of an area", () => {
  const files = allSources();

  it("are used only by files in the folder of the area", () => {
    const elsewhere = files.flatMap((file) =>
      sourceOf(file)
        .asks.filter(({ area, how }) => how !== "useTranslations" && !isOf(area, areaOf(file)))
        .map(({ area, line }) => `${file}:${line}: "${area}", its folder's are "${areaOf(file)}"`),
    );
    expect(elsewhere).toEqual([]);
  });

  it("are provided to the browser by each page that uses them, or by a layout above it", () => {
    const shown = files.filter((file) => file.startsWith("app/") && SHOWN.test(basename(file)));
    expect(shown.length).toBeGreaterThan(50);
    const lacking = shown.flatMap((page) => {
      const given = givenTo(page);
      const asked = new Map<string, string>();
      for (const [file, inBrowser] of graphOf(page))
        for (const { area, how } of sourceOf(file).asks)
          if (inBrowser && how !== "getExtracted" && !given.has(area) && isShownBy(page, file))
            asked.set(area, file);
      return [...asked].map(([area, file]) => `${page}: "${area}" for ${file}`);
    });
    expect(lacking).toEqual([]);
  });

  it("of the console's header are on no hosted page", () => {
    const hosted = files.filter((file) => file.startsWith("app/(account)/"));
    expect(hosted.filter((file) => readFileSync(file, "utf8").includes("PageHeader"))).toEqual([]);
  });

  it("are found through the imports of a page, and in its browser part", () => {
    const graph = graphOf("components/shell/theme-choice.tsx");
    expect(graph.get("components/shell/theme-choice.tsx")).toBe(true);
    expect(graph.get("components/ui/dialog/overlay.tsx")).toBe(true);
    expect(graphOf("app/layout.tsx").get("app/layout.tsx")).toBe(false);
    expect(sourceOf("components/shell/theme-choice.tsx").asks[0]).toMatchObject({ area: "console" });
  });
});
