import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

/** Imports of a source file, and the message areas that the file uses and provides. */
interface Source {
  /** True if the file has "use client". Its imports then also run in the browser. */
  isClient: boolean;
  /** Paths of the statically and dynamically imported files. */
  imports: string[];
  /** Uses of message areas in the file. */
  asks: Use[];
  /** Message areas that the file provides to its children with `<Words of=…>`. */
  gives: string[];
}

/** Use of a message area by a function call. `getExtracted` runs on the server, where all texts are available. */
interface Use {
  area: string;
  line: number;
  /** Name of the called function. `useTranslations` reads the messages of registries (registry-messages.ts). */
  how: "useExtracted" | "getExtracted" | "useTranslations";
}

const ENDINGS = [".ts", ".tsx", "/index.ts", "/index.tsx"];

/** Returns the path of an imported file under app/ or components/. Returns null for packages, styles and server modules. */
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
      if (how === "useExtracted" || how === "getExtracted" || how === "useTranslations") {
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

/** Returns the imports and message areas of a file. Reads each file once. */
export function sourceOf(file: string): Source {
  const source = known.get(file) ?? read(file);
  known.set(file, source);
  return source;
}

/** Returns the paths of all source files of the pages and components, without tests. */
export const allSources = (): string[] =>
  ["app", "components"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
    .sort();

/** Returns the file and all direct and indirect imports. The value is true if the file also runs in the browser. */
export function graphOf(file: string): Map<string, boolean> {
  const seen = new Map<string, boolean>();
  const walk = (path: string, inBrowser: boolean) => {
    const { isClient, imports } = sourceOf(path);
    const runs = inBrowser || isClient;
    // Visits a file again if it also runs in the browser, because its imports then run in the browser, too.
    if (seen.get(path) === true || (seen.has(path) && !runs)) return;
    seen.set(path, runs);
    for (const imported of imports) walk(imported, runs);
  };
  walk(file, false);
  return seen;
}
