import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { trimEndOf, trimEndWhile } from "./trim";

/*
 * Measures every regular expression of the product with 64 KB of its worst input. The linter checks the
 * structure of expressions. This test finds the rest, such as a search that starts again at each occurrence
 * of a prefix.
 */

const root = path.resolve(import.meta.dirname, "../../..");
const folders = ["server", "app", "components", "db", "scripts"];
const LENGTH = 64 * 1024;
/** A linear search of 64 KB takes less than a millisecond, a quadratic one takes seconds. */
const LIMIT_MS = 250;

const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.(test|e2e|d)\.\w+$|^testing\//.test(file))
    .map((file) => path.join(folder, file)),
);

interface Found {
  place: string;
  expression: RegExp;
}

function expressionsIn(file: string): Found[] {
  const text = readFileSync(path.join(root, file), "utf8");
  if (!text.includes("/")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Found[] = [];
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const literal = (node as ts.RegularExpressionLiteral).text;
      const end = literal.lastIndexOf("/");
      const line = source.getLineAndCharacterOfPosition(node.pos).line + 1;
      const expression = new RegExp(literal.slice(1, end), literal.slice(end + 1));
      found.push({ place: `${file}:${line} ${literal}`, expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const found = files.flatMap(expressionsIn);

const letters = [..." \t\n01aAz.,:;-_/\\'\"<>(){}[]=&%@#$+*?!|é🏰", "&#", "a ", "1.", "x=", "a.", "{{", "}}"];

/** Returns texts that can be slow for an expression: letters, and its fixed parts, repeated. */
function pumpsFor({ source }: RegExp): string[] {
  const fixed = source.replace(/\\([^\w])/g, "$1").match(/[\w:;,<>"'=/ .@%&#({[-]+/g) ?? [];
  const own = fixed.flatMap((part) => [part, `${part}a`, `${part} `, `${part}1`]);
  return [...new Set([...letters, ...own])];
}

const context = vm.createContext({ expression: /x/, text: "" });
const script = new vm.Script("expression.lastIndex = 0; expression.exec(text); text.replace(expression, '')");

function milliseconds(expression: RegExp, text: string): number {
  Object.assign(context, { expression, text });
  const began = performance.now();
  try {
    script.runInContext(context, { timeout: 4 * LIMIT_MS });
  } catch {
    return Infinity;
  }
  return performance.now() - began;
}

describe("an attack on a regular expression", () => {
  it("covers every expression of the product", () => expect(found.length).toBeGreaterThan(250));

  it("64 KB of the worst letters are searched in linear time by each of them", () => {
    const slow: string[] = [];
    for (const { place, expression } of found)
      for (const pump of pumpsFor(expression)) {
        const text = `${pump.repeat(Math.ceil(LENGTH / pump.length)).slice(0, LENGTH)}\u{1}`;
        // Measures again after a slow run, because the machine can be busy.
        if (milliseconds(expression, text) < LIMIT_MS || milliseconds(expression, text) < LIMIT_MS) continue;
        slow.push(`${place} by ${JSON.stringify(pump)}`);
        break;
      }
    expect(slow).toEqual([]);
  }, 300_000);
});

describe("trimming by loops", () => {
  it("removes the given characters at the end only", () => {
    expect(trimEndOf("//a/b///", "/")).toBe("//a/b");
    expect(trimEndOf("a\n \n", " \n")).toBe("a");
    expect(trimEndOf("", "/")).toBe("");
    expect(trimEndOf("////", "/")).toBe("");
    expect(trimEndWhile("a🏰🏰", (character) => character === "🏰")).toBe("a");
    expect(trimEndWhile("a\ud83c", (character) => character === "\ud83c")).toBe("a");
  });
  it("trims 64 KB of the worst letter at once", () => {
    const began = performance.now();
    expect(trimEndOf(`${"/".repeat(1_000_000)}x`, "/")).toHaveLength(1_000_001);
    expect(trimEndOf("/".repeat(1_000_000), "/")).toBe("");
    expect(performance.now() - began).toBeLessThan(500);
  });
});
