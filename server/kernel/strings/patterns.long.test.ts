import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { HANG_MS } from "@/server/testing/work";

/*
 * Runs every regular expression of the product with 64 KB of its worst input. The linter checks the
 * structure of expressions. This test finds the rest, such as a search that starts again at each occurrence
 * of a prefix.
 */

const root = path.resolve(import.meta.dirname, "../../..");
const folders = ["server", "app", "components", "db", "scripts"];
const LENGTH = 64 * 1024;
/** A linear search of 64 KB takes less than a millisecond. A quadratic one takes seconds. */
const SCREEN_MS = 250;
/** An expression that exceeds SCREEN_MS must search a text this many times longer within HANG_MS. A quadratic search needs minutes. */
const LONGER = 16;

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

/** Returns false if the search for the expression takes longer, or fails. */
function ends(expression: RegExp, text: string, timeout: number): boolean {
  Object.assign(context, { expression, text });
  try {
    script.runInContext(context, { timeout });
    return true;
  } catch {
    return false;
  }
}

const attackOf = (pump: string, length: number) =>
  `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length)}\u{1}`;

describe("an attack on a regular expression", () => {
  it("covers every expression of the product", () => expect(found.length).toBeGreaterThan(250));

  it("64 KB of the worst letters are searched in linear time by each of them", () => {
    const slow: string[] = [];
    for (const { place, expression } of found)
      for (const pump of pumpsFor(expression)) {
        if (ends(expression, attackOf(pump, LENGTH), SCREEN_MS)) continue;
        // On a busy machine, a linear search can exceed the first limit, but not the second.
        if (ends(expression, attackOf(pump, LONGER * LENGTH), HANG_MS)) continue;
        slow.push(`${place} by ${JSON.stringify(pump)}`);
        break;
      }
    expect(slow).toEqual([]);
  }, 300_000);
});
