import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";

/** Maximum number of words on a page of docs/architecture. */
const MOST_WORDS = 1_500;

const read = (file) => readFile(path.join(root, file), "utf8");
/** Folders that a build, a test run or a package manager writes. */
const GENERATED = new Set([
  "node_modules",
  ".git",
  ".next",
  "dist",
  "coverage",
  "pictures",
  "sbom",
  "test-results",
  "playwright-report",
]);

/** Returns the paths of all files below a folder, relative to the root, without generated ones. */
async function filesIn(folder) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const kept = entries.filter(({ name }) => !GENERATED.has(name) && !name.startsWith(".data"));
  const lists = kept.map((entry) => {
    const file = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
  return (await Promise.all(lists)).flat();
}

const files = await filesIn("");

/** Modules that `npm run types` generates. */
const GENERATED_MODULES = new Set(["openapi-types.ts", "next-env.d.ts"]);

const pages = await Promise.all(
  files.filter((file) => file.endsWith(".md")).map(async (file) => ({ file, text: await read(file) })),
);

/** Returns the text of a page without code blocks. */
const prose = (text) => text.replaceAll(/^```[\s\S]*?^```/gm, "");

/** Returns the anchors of a page's headings in GitHub's form. */
const anchorsOf = (text) =>
  [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const linksIn = (text) =>
  [...prose(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => link);

describe("the documentation", () => {
  it("links only to files and headings that exist", () => {
    const known = new Map(pages.map(({ file, text }) => [file, anchorsOf(text)]));
    const broken = pages.flatMap(({ file, text }) =>
      linksIn(text)
        .filter((link) => {
          const [target, anchor] = link.split("#");
          const name = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
          if (!existsSync(path.join(root, name))) return true;
          return anchor !== undefined && !known.get(name)?.includes(anchor);
        })
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it.each(["docs", "README.md", "CONTRIBUTING.md", "SECURITY.md"])(
    "names only files that exist: %s",
    (part) => {
      const checked = pages.filter(({ file }) => file.startsWith(part));
      expect(checked).not.toEqual([]);
      const names = new Set(files.map((file) => path.basename(file)));
      const missing = checked.flatMap(({ file, text }) =>
        [...text.matchAll(/`([^`\n]+)`/g)]
          .map(([, code]) => code)
          .filter((code) =>
            /^(?:app|components|db|docs|e2e|bench|scripts|server)\/[^\s*{}<>…]*$/.test(code)
              ? !existsSync(path.join(root, code))
              : // A test without its folder, such as `texts.test.ts`.
                /^[\w-]+\.(?:test|e2e)\.tsx?$/.test(code) && !names.has(code),
          )
          .map((name) => `${file}: ${name}`),
      );
      expect(missing).toEqual([]);
    },
  );

  it(`describes the architecture in pages of at most ${MOST_WORDS} words, which the index links`, () => {
    const parts = pages.filter(({ file }) => file.startsWith("docs/architecture/"));
    expect(parts).not.toEqual([]);
    const long = parts.filter(({ text }) => text.split(/\s+/).length > MOST_WORDS).map(({ file }) => file);
    expect(long).toEqual([]);
    const index = pages.find(({ file }) => file === "docs/architecture.md");
    const linked = linksIn(index.text).map((link) => `docs/${link.split("#")[0]}`);
    expect(parts.map(({ file }) => file).filter((file) => !linked.includes(file))).toEqual([]);
  });

  it("links every decision in the index of decisions", () => {
    const decisions = pages.filter(({ file }) => /^docs\/decisions\/\d{4}-/.test(file));
    expect(decisions.length).toBeGreaterThanOrEqual(10);
    const index = pages.find(({ file }) => file === "docs/decisions/README.md");
    const linked = linksIn(index.text);
    expect(decisions.map(({ file }) => path.basename(file)).filter((name) => !linked.includes(name))).toEqual(
      [],
    );
    for (const { file, text } of decisions)
      for (const heading of ["Context", "Decision", "Consequences"])
        expect(text, file).toContain(`\n## ${heading}\n`);
  });
});

describe("the list of the OpenID Foundation's modules", async () => {
  const FOLDER = "server/auth/oidc/oidf/";
  const rows = [
    ...(await read("docs/openid-conformance.md")).matchAll(
      /^\| `(oidcc-[\w-]+)` +\| ([\w ]+?) +\| `([^`]+)` +\|$/gm,
    ),
  ].map(([, module, result, file]) => ({ module, result, file }));
  /** Returns the names of modules in the titles of a test file. */
  const modulesIn = async (file) =>
    [...(await read(file)).matchAll(/"(oidcc-[\w-]+)(?:"|: )/g)].map(([, module]) => module);

  it("has every module of the five plans once, with a known result", () => {
    const modules = rows.map(({ module }) => module);
    // Basic and Form Post Basic 38, Config 1, RP-Initiated Logout 11, Back-Channel Logout 2.
    expect(modules).toHaveLength(52);
    expect(new Set(modules).size).toBe(modules.length);
    const results = new Set(rows.map(({ result }) => result));
    expect([...results].sort()).toEqual(["not used", "pass", "skipped", "warning"]);
  });

  it("names a test for each module, and has the module of each test", async () => {
    const tests = files.filter((file) => file.startsWith(FOLDER) && file.endsWith(".test.ts"));
    const tested = await Promise.all(
      tests.map(async (file) => (await modulesIn(file)).map((module) => `${file} ${module}`)),
    );
    const listed = rows.map(({ module, file }) => `${file} ${module}`);
    expect([...new Set(tested.flat())].sort()).toEqual(listed.sort());
  });
});

describe("comments", () => {
  it("name only modules that exist", async () => {
    const names = new Set(files.map((file) => path.basename(file)));
    const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file));
    const missing = await Promise.all(
      sources.map(async (file) =>
        (await read(file))
          .split("\n")
          // A glob ("*.test.ts") and an ending (".test.ts") are not modules.
          .filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))
          .flatMap((line) => [...line.matchAll(/(?<![\w@.*/[\]-])[\w/[\]-][\w./[\]-]*\.(?:tsx?|mjs)\b/g)])
          .map(([name]) => path.basename(name))
          .filter((name) => !names.has(name) && !GENERATED_MODULES.has(name))
          .map((name) => `${file}: ${name}`),
      ),
    );
    expect(missing.flat()).toEqual([]);
  });
});
