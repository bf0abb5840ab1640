import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** What a source file says of words. */
interface Source {
  /** "use client": what it imports runs in the browser, too. */
  isClient: boolean;
  /** Files that it imports, at once or later. */
  imports: string[];
  /** The areas whose words its components ask for. */
  asks: Use[];
  /** The areas whose words it gives to what is inside: `<Words of=…>`. */
  gives: string[];
}

/** An area that a file asks for; in an async function of the server its words are there anyway. */
interface Use {
  area: string;
  line: number;
  how: "useExtracted" | "getExtracted";
}

const ENDINGS = [".ts", ".tsx", "/index.ts", "/index.tsx"];

/** The file of the pages or their components that an import names; null for packages, styles and the server. */
function fileOf(specifier: string, from: string): string | null {
  if (!/^(@\/|\.)/.test(specifier)) return null;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  const file = [path, ...ENDINGS.map((ending) => path + ending)].find(
    (name) => /\.tsx?$/.test(name) && existsSync(name),
  );
  return file !== undefined && /^(app|components)\//.test(file) ? file : null;
}

const literalsIn = (node: ts.Node): string[] =>
  ts.isStringLiteralLike(node) ? [node.text] : node.getChildren().flatMap(literalsIn);

function read(file: string): Source {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const [first] = source.statements;
  const found: Source = {
    isClient:
      first !== undefined &&
      ts.isExpressionStatement(first) &&
      ts.isStringLiteral(first.expression) &&
      first.expression.text === "use client",
    imports: [],
    asks: [],
    gives: [],
  };
  const imported = (specifier: ts.Node | undefined) => {
    const path = specifier && ts.isStringLiteralLike(specifier) ? fileOf(specifier.text, file) : null;
    if (path !== null) found.imports.push(path);
  };
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) {
      if (!node.importClause?.isTypeOnly) imported(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly) imported(node.moduleSpecifier);
    } else if (ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) imported(node.arguments[0]);
      const how = ts.isIdentifier(node.expression) ? node.expression.text : "";
      if (how === "useExtracted" || how === "getExtracted") {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const [area = ""] = node.arguments[0] ? literalsIn(node.arguments[0]) : [];
        found.asks.push({ area, line: line + 1, how });
      }
    } else if (ts.isJsxAttribute(node) && node.name.getText() === "of" && isWords(node.parent.parent)) {
      if (node.initializer) found.gives.push(...literalsIn(node.initializer));
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

const isWords = (node: ts.Node) =>
  (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
  /^Words$/.test(node.tagName.getText());

const known = new Map<string, Source>();

/** What a file says of words; each is read once. */
export function sourceOf(file: string): Source {
  const source = known.get(file) ?? read(file);
  known.set(file, source);
  return source;
}

/** Every file of the pages and their components. */
export const allSources = (): string[] =>
  ["app", "components"]
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .sort();

/** The files that one brings along, itself among them, and whether they run in the browser there. */
export function graphOf(file: string): Map<string, boolean> {
  const seen = new Map<string, boolean>();
  const walk = (path: string, inBrowser: boolean) => {
    const { isClient, imports } = sourceOf(path);
    const runs = inBrowser || isClient;
    // Once for the server and once for the browser: the same component can be part of both.
    if (seen.get(path) === true || (seen.has(path) && !runs)) return;
    seen.set(path, runs);
    for (const imported of imports) walk(imported, runs);
  };
  walk(file, false);
  return seen;
}
