import ts from "typescript";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";

const FOLDER = "docs/security";
const read = (file) => readFile(path.join(root, file), "utf8");

/** Returns the rows of the tables in a document as their cells, without headings and rules. */
const rowsOf = (text) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    )
    .filter(([first]) => !/^:?-+:?$/.test(first));

/** Returns the texts in backticks that are paths of this repository. */
const pathsIn = (text) =>
  [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code)
    .filter((code) => /^(?:app|components|db|docs|e2e|scripts|server|\.ci)\/[^\s*{}<>]+$/.test(code));

const asvs = rowsOf(await read(`${FOLDER}/asvs.md`)).filter(([number]) => /^\d+(?:\.\d+){2}$/.test(number));
const { levels } = JSON.parse(await read("scripts/lib/asvs-ids.json"));
const levelOf = new Map(Object.entries(levels).flatMap(([level, ids]) => ids.map((id) => [id, level])));

describe("the documents on security", () => {
  it("name only files that exist", async () => {
    const files = (await readdir(path.join(root, FOLDER))).filter((file) => file.endsWith(".md"));
    expect(files).toEqual(expect.arrayContaining(["asvs.md", "lessons.md", "threat-model.md"]));
    for (const file of files) {
      const missing = pathsIn(await read(`${FOLDER}/${file}`)).filter(
        (name) => !existsSync(path.join(root, name)),
      );
      expect(missing, file).toEqual([]);
    }
  });

  it("link only to files that exist", async () => {
    for (const file of [
      "SECURITY.md",
      ...["asvs", "lessons", "threat-model"].map((n) => `${FOLDER}/${n}.md`),
    ]) {
      const links = [...(await read(file)).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link);
      const missing = links.filter((link) => !existsSync(path.join(root, path.dirname(file), link)));
      expect(missing, file).toEqual([]);
    }
  });
});

describe("the threat model", () => {
  it("contains the limits of every path that is open to strangers", async () => {
    const source = await read("server/http/app.ts");
    const served = [...source.matchAll(/"(\/[a-z_][\w./-]*)"/g)].map(([, path]) => path.split("/")[1]);
    const pages = (await readdir(path.join(root, "app/(account)"))).filter((name) => /^[a-z-]+$/.test(name));
    const model = await read(`${FOLDER}/threat-model.md`);
    const told = model.slice(model.indexOf("## What strangers can reach"), model.indexOf("## Out of scope"));
    const missing = [...new Set([...served, ...pages])].filter((name) => !told.includes(`/${name}`));
    expect(served.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });
});

describe("the ASVS table", () => {
  it("lists every requirement of levels 1 and 2 once, and no unknown one", () => {
    const numbers = asvs.map(([number]) => number);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    expect(numbers.filter((number) => !levelOf.has(number))).toEqual([]);
    const wanted = [...levels[1], ...levels[2]];
    expect(wanted).toHaveLength(253);
    expect(wanted.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  it("lists level 3 of the chapters on identity (6 to 12)", () => {
    const identity = levels[3].filter((number) => +number.split(".")[0] >= 6 && +number.split(".")[0] <= 12);
    const numbers = asvs.map(([number]) => number);
    expect(identity.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  it("gives each its level and a status, and names a file for each 'holds'", () => {
    for (const [number, level, , status, evidence] of asvs) {
      expect(level, number).toBe(levelOf.get(number));
      expect(["holds", "partly", "gap", "not applicable"], number).toContain(status);
      if (status === "holds" || status === "partly")
        expect(evidence.match(/`[^`]+`/g) ?? [], number).not.toEqual([]);
    }
  });

  it("has correct counts of its lines", async () => {
    const totals = rowsOf(await read(`${FOLDER}/asvs.md`)).find(([chapter]) => chapter === "all");
    const count = (wanted) => String(asvs.filter(([, , , status]) => status === wanted).length);
    expect(totals).toEqual(["all", ...["holds", "partly", "gap", "not applicable"].map(count)]);
  });
});

/** Minimum number of letters of a title besides its placeholders. */
const SHORTEST = 4;

describe("the table of lessons", async () => {
  const rows = rowsOf(await read(`${FOLDER}/lessons.md`)).filter(([number]) => /^P?\d+$/.test(number));
  // The rows of lessons and of points end with file and title. A row of a point has one column less.
  const shown = rows.map((cells) => ({ number: cells[0], file: cells.at(-2), title: cells.at(-1) }));

  it("contains every lesson and every numbered point", () => {
    const numbers = new Set(shown.map(({ number }) => number));
    const wanted = [
      ...Array.from({ length: 56 }, (_, index) => `${index + 1}`),
      ...Array.from({ length: 23 }, (_, index) => `P${index}`),
    ];
    expect(wanted.filter((number) => !numbers.has(number))).toEqual([]);
  });

  it("names existing tests by their titles", async () => {
    const missing = [];
    for (const { number, file, title } of shown) {
      const text = await read(file.replaceAll("`", "")).catch(() => null);
      const titles = text === null ? [] : titlesIn(text);
      // `describe > title`: searches the title. A note in brackets may follow it.
      const isThere = (part) => titles.some((one) => one.test(part));
      const test = title.split(" > ").at(-1);
      const noted = test.replace(/ \([^()]*\)$/, "");
      if (!isThere(test) && !isThere(noted)) missing.push(`${number}: ${file}: ${title}`);
    }
    expect(missing).toEqual([]);
  });
});

/**
 * Returns the possible titles of a test file as regular expressions, in which a placeholder matches any text.
 */
function titlesIn(text) {
  /** @type {string[][]} the fixed parts of each text, between its placeholders */
  const found = [];
  const visit = (node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text.split(/%[sdijo]|\$\w+/));
    else if (ts.isTemplateExpression(node))
      found.push([node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("test.ts", text, ts.ScriptTarget.Latest));
  return found
    .filter((fixed) => fixed.join("").trim().length >= SHORTEST)
    .map((fixed) => new RegExp(`^${fixed.map((part) => escaped(part)).join("[^]*")}$`));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
