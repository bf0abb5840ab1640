import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { layers } from "./layers.mjs";

/** For each area, the areas that it imports. Each imported area has one import statement as an example. */
type Graph = Map<string, Map<string, string>>;

const DOMAIN = "server/domain";
const root = process.cwd();

/** Returns the modules that a file imports or exports from, including types and `import(…)`. */
function modulesIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (named && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, false));
  return found;
}

/** Returns the area of a path. Returns undefined for a path outside server/domain. */
function areaOf(file: string): string | undefined {
  const inside = path.posix.relative(DOMAIN, file);
  return inside.startsWith("..") || !inside.includes("/") ? undefined : inside.split("/")[0];
}

function graphOf(files: Iterable<[file: string, text: string]>): Graph {
  const graph: Graph = new Map();
  for (const [file, text] of files) {
    const from = areaOf(file)!;
    const imported = graph.get(from) ?? new Map<string, string>();
    graph.set(from, imported);
    for (const named of modulesIn(text)) {
      const target = named.startsWith("@/")
        ? named.slice(2)
        : named.startsWith(".")
          ? path.posix.join(path.posix.dirname(file), named)
          : null;
      const to = target === null ? undefined : areaOf(target);
      if (to !== undefined && to !== from) imported.set(to, `${file} imports ${target}`);
    }
  }
  return graph;
}

/** Returns a cycle of imports between areas. Returns null if there is no cycle. */
function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const follow = (area: string, way: string[]): string[] | null => {
    if (way.includes(area)) {
      const circle = [...way.slice(way.indexOf(area)), area];
      return circle
        .slice(1)
        .map((to, index) => `${circle[index]} → ${to}: ${graph.get(circle[index]!)!.get(to)}`);
    }
    if (done.has(area)) return null;
    for (const next of graph.get(area)?.keys() ?? []) {
      const circle = follow(next, [...way, area]);
      if (circle) return circle;
    }
    done.add(area);
    return null;
  };
  for (const area of graph.keys()) {
    const circle = follow(area, []);
    if (circle) return circle;
  }
  return null;
}

const sources = readdirSync(path.join(root, DOMAIN), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file.includes(path.sep))
  .map((file): [string, string] => {
    const name = path.posix.join(DOMAIN, file.replaceAll(path.sep, "/"));
    return [name, readFileSync(path.join(root, name), "utf8")];
  });

describe("the areas of the domain", () => {
  const graph = graphOf(sources);
  const ranks = new Map(Object.values(layers).flatMap((areas, rank) => areas.map((area) => [area, rank])));

  it("each have one layer", () => {
    const listed = Object.values(layers).flat();
    expect(listed.toSorted()).toEqual([...graph.keys()].toSorted());
  });

  it("import no area of a higher layer", () => {
    const upward = [...graph].flatMap(([from, imported]) =>
      [...imported].filter(([to]) => ranks.get(to)! > ranks.get(from)!).map(([, example]) => example),
    );
    expect(upward).toEqual([]);
  });

  it("import each other without cycles", () => {
    expect(circleIn(graph)).toBeNull();
  });
});

describe("the search for cycles", () => {
  const files = (imports: Record<string, string>) =>
    graphOf(Object.entries(imports).map(([area, text]) => [`server/domain/${area}/x.ts`, text]));

  it.each([
    ["a value", 'import { x } from "../roles/x";'],
    ["a type", 'import type { x } from "@/server/domain/roles/x";'],
    ["an export", 'export * from "../roles/x";'],
    ["an imported type", 'type X = import("../roles/x").X;'],
    ["a late import", 'const x = () => import("../roles/x");'],
  ])("returns the areas and the imports, by %s", (_kind, text) => {
    const graph = files({
      users: text,
      tags: 'import "../users/x";',
      roles: 'import { x } from "../tags/x";',
    });
    expect(circleIn(graph)).toEqual([
      "users → roles: server/domain/users/x.ts imports server/domain/roles/x",
      "roles → tags: server/domain/roles/x.ts imports server/domain/tags/x",
      "tags → users: server/domain/tags/x.ts imports server/domain/users/x",
    ]);
  });

  it("returns none if two paths lead to one area", () => {
    const graph = files({
      users: "",
      roles: 'import "../users/x";',
      tags: 'import "../users/x"; import "../roles/x";',
    });
    expect(circleIn(graph)).toBeNull();
  });
});
