// Tests the project's own lint rules (lib/lint-rules.mjs) and where .oxlintrc.jsonc applies them, in a folder with one fault a file.
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";

const text = ["translated-text"];
const slow = ["linear-regexp"];
const packed = ["no-packed-literal"];
/** @type {[file: string, source: string, rules: string[]][]} */
const cases = [
  ["app/words.tsx", "export const A = () => <p>Some words</p>;", text],
  ["app/label.tsx", 'export const A = () => <input aria-label="Name" />;', text],
  ["components/sentence.ts", 'export const a = { text: "Not found" };', text],
  ["components/template.ts", "export const a = (n: number) => `Found many ${n}`;", text],
  ["components/called.ts", 'export const a = (t: (key: string) => string) => t("Not found");', []],
  ["components/compared.ts", 'export const a = (key: string) => key === "Enter";', []],
  ["components/name.ts", 'export const a = "Microsoft Entra ID";', []],
  ["app/docs/words.tsx", "export const A = () => <p>Some words</p>;", []],
  ["server/sentence.ts", 'export const a = "Not found";', []],
  ["app/member.ts", "export const a = (query: { isError: boolean }) => query.isError;", ["no-is-error"]],
  ["app/pattern.ts", "export const a = ({ isError }: { isError: boolean }) => isError;", ["no-is-error"]],
  ["server/error.ts", "export const a = (query: { isError: boolean }) => query.isError;", []],
  ["server/object.ts", "export const a = { ...{ b: 1 } };", packed],
  ["bench/array.mjs", "export const a = [...[1, 2]];", packed],
  ["app/array.ts", "export const a = [...[1, 2]];", packed],
  ["e2e/keyboard-x.e2e.ts", "export const a = (page: HTMLElement) => page.click();", ["keyboard-only"]],
  ["e2e/keyboard.e2e.ts", "export const a = (page: { mouse: 1 }) => page.mouse;", ["keyboard-only"]],
  ["e2e/other.e2e.ts", "export const a = (page: HTMLElement) => page.click();", []],
  ["server/exponential.ts", "export const a = (s: string) => /^(a+)+$/.test(s);", slow],
  ["server/trade.ts", "export const a = (s: string) => /^\\d*\\w+!/.test(s);", slow],
  ["server/move.ts", "export const a = (s: string) => s.replace(/\\s+$/, '');", slow],
  ["server/words.ts", "export const a = (s: string) => /(?:ab)+:/.test(s);", slow],
  ["server/restarted.ts", "export const a = (s: string) => s.replace(/&#[^;]*;/g, '');", slow],
  ["server/lazy.ts", "export const a = (s: string) => s.replace(/\\{(?:%[^]*?)%\\}/g, '');", slow],
  ["server/tag.ts", "export const a = (s: string) => s.replace(/<[^<>]*>/g, '');", []],
  ["server/ended.ts", "export const a = (s: string) => s.replace(/&#[^]*?(?:;|$)/g, '');", []],
  ["server/line.ts", "export const a = (s: string) => s.replace(/&#.*?(?:;|$)/g, '');", slow],
  ["server/rest.ts", "export const a = (s: string) => s.replace(/;[^]*/, '');", []],
  ["server/built.ts", 'const DIGIT = "[0-9]";\nexport const a = new RegExp(`${DIGIT}+` + ":");', slow],
  ["server/raw.ts", "export const a = new RegExp(String.raw`\\s+$`);", slow],
  ["server/appended.ts", "const SPACE = /\\s+/;\nexport const a = new RegExp(SPACE.source + '$');", slow],
  ["server/unknown.ts", "export const SPACE = /\\s+/;", slow],
  ["scripts/slow.mjs", "export const a = (s) => /\\s+$/.test(s);", slow],
  ["server/split.ts", "const SPACE = /\\s+/;\nexport const a = (s: string) => s.split(SPACE);", []],
  ["server/anchored.ts", "export const a = (s: string) => /^\\s+/.test(s);", []],
  ["server/sticky.ts", "export const a = /[a-z]+:/y;", []],
  ["server/slow.test.ts", "export const a = (s: string) => /\\s+$/.test(s);", []],
  ["server/unused.ts", "// oxlint-disable-next-line no-debugger\nexport const a = 1;", ["unused"]],
];

describe("lint", () => {
  let folder;
  /** @type {Map<string, string[]>} */
  const found = new Map();
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "castellan-lint-"));
    await mkdir(path.join(folder, "scripts/lib"), { recursive: true });
    for (const file of [
      ".oxlintrc.jsonc",
      "tsconfig.json",
      "scripts/lib/lint-rules.mjs",
      "scripts/lib/regexps.mjs",
    ])
      await cp(path.join(root, file), path.join(folder, file));
    await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    for (const [file, source] of cases) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), `${source}\n`);
    }
    const { stdout } = spawnSync("node_modules/.bin/oxlint", ["--format=json"], {
      cwd: folder,
      encoding: "utf8",
    });
    for (const { filename, code, message } of JSON.parse(stdout).diagnostics) {
      const rule = /^castellan\((.*)\)$/.exec(code ?? "")?.[1] ?? (/^Unused/.test(message) ? "unused" : code);
      found.set(filename, [...(found.get(filename) ?? []), rule]);
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(cases)("%s: %s", (file, _source, rules) => {
    expect([...new Set(found.get(file))]).toEqual(rules);
  });
});
