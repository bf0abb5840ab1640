// Which file may import which: the table of docs/architecture/layers.md. scripts/boundaries.test.mjs applies it.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { layers } from "../../server/domain/layers.mjs";

/*
 * Rules for imports between the layers. A file belongs to the first group with a matching pattern. A group may import only the groups
 * in its list `mayImport`. `*:type` allows only `import type`.
 */
const groups = [
  { group: "test", pattern: ["**/*.test.*", "**/*.e2e.ts"] },
  // The background work of a feature stands beside its operations, which may not import it.
  { group: "outbox", pattern: ["server/outbox/**/*", "server/domain/*/{worker.ts,worker/**/*}"] },
  { group: "page", pattern: "app/**/*" },
  { group: "client", pattern: "components/**/*" },
  { group: "schema", pattern: "server/{domain,platform}/**/*.schema.ts" },
  {
    group: "capabilities",
    pattern:
      "server/kernel/{capabilities,settings,signing-keys,user-fields,strings/{languages,locale,must,place-names,plain-words},http/{batches,parse-url},events/define,texts/field}.ts",
  },
  { group: "kernel", pattern: "server/kernel/**/*" },
  { group: "domain", pattern: "server/{domain,platform}/**/*" },
  { group: "ports", pattern: "server/ports/**/*" },
  { group: "store", pattern: "server/store/**/*" },
  { group: "http-app", pattern: "server/http/{app,rest-reference}.ts" },
  { group: "http", pattern: "server/http/**/*" },
  { group: "scim", pattern: "server/scim/**/*" },
  { group: "trpc-root", pattern: "server/trpc/root.ts" },
  { group: "trpc", pattern: "server/trpc/**/*" },
  { group: "auth", pattern: "server/auth/**/*" },
  { group: "archive", pattern: "server/archive/**/*" },
  { group: "pdf", pattern: "server/pdf/**/*" },
  { group: "files", pattern: "server/files/**/*" },
  { group: "processes", pattern: "server/processes/**/*" },
  { group: "config", pattern: "server/edge/config.ts" },
  { group: "edge", pattern: "server/edge/**/*" },
  { group: "container", pattern: "server/container.ts" },
  { group: "tables", pattern: ["db/tenant/**/*", "db/platform/**/*", "db/kit.ts"] },
  // Files that assemble the parts of the server, and files that test it, may import all groups.
  {
    group: "assembly",
    pattern: ["server/main.ts", "server/{commands,seed,testing}/**/*", "{bench,e2e,scripts}/**/*"],
  },
];

const kernel = ["kernel", "capabilities"];
const domain = ["domain", "schema", ...kernel];
const http = ["http", "http-app"];
const trpc = ["trpc", "trpc-root"];
const everything = groups.map(({ group }) => group);
const mayImport = {
  page: ["page", "client", ...trpc, "auth", "container", "schema", "capabilities"],
  client: ["client", "schema", "capabilities", "trpc-root:type"],
  schema: ["schema", ...kernel],
  // The types of the store's functions depend on the tables.
  kernel: [...kernel, "tables:type"],
  capabilities: kernel,
  domain: [...domain, "ports", "tables"],
  ports: ["ports", ...kernel, "config", "processes"],
  store: ["store", "tables", ...kernel, "config"],
  http: [...http, ...domain, "auth", "config", "pdf:type"],
  "http-app": [...http, ...domain, "auth", "config", "scim", ...trpc, "pdf:type", "client:type"],
  scim: ["scim", ...domain, "auth", "config"],
  trpc: [...trpc, ...domain, "auth", "config"],
  "trpc-root": [...trpc, ...domain, "auth", "config"],
  // Authenticates tokens and sessions, which requires the registry and the keys.
  auth: ["auth", ...domain, "ports", "store", "tables", "config", "processes"],
  edge: ["edge", ...http, ...domain, "auth", "store:type", "config"],
  outbox: ["outbox", "archive", ...domain, "ports", "store", "tables", "config"],
  archive: ["archive", ...domain, "ports", "store", "tables"],
  pdf: ["pdf", ...kernel, "schema", "processes"],
  files: ["files", ...domain, "processes"],
  processes: ["processes", ...kernel],
  tables: ["tables"],
  config: [],
  container: everything,
  assembly: everything,
  test: everything,
};

/** Packages that would tie a group to a transport, a framework or a machine. Tests may import them. */
const forbiddenPackages = [
  {
    from: ["client"],
    packages: /^(node:|fs$|path$|postgres$|drizzle-orm|@electric-sql\/|pino$)/,
    reason: "Client code runs in a browser.",
  },
  {
    from: ["domain", "schema", "kernel", "capabilities"],
    packages: /^(next($|\/|-auth)|react($|-dom|\/)|hono($|\/)|@hono\/|@trpc\/|postgres$|@electric-sql\/)/,
    reason: "The domain knows no transport, framework or driver.",
  },
  {
    from: ["store", "http", "http-app", "scim"],
    packages: /^(next($|\/|-auth)|react($|-dom|\/))/,
    reason: "This runs without Next, too.",
  },
];

/** Returns the regular expression of a pattern with `**`, `*` and `{a,b}`. */
const matcher = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^$()[\]|\\]/g, "\\$&")
      .replace(/\{/g, "(?:")
      .replace(/\}/g, ")")
      .replace(/,/g, "|")
      .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"))}$`,
  );
const matchers = groups.map(({ group, pattern }) => ({
  group,
  patterns: [pattern].flat().map(matcher),
}));

/** @param {string} file path from the root */
const groupOf = (file) =>
  matchers.find(({ patterns }) => patterns.some((pattern) => pattern.test(file)))?.group;

/*
 * Rules for imports inside the domain. An area may import areas of its own layer and of lower layers (server/domain/layers.mjs). An
 * import must satisfy these rules and the rules of the groups. An area without a layer may not import other areas, and no area may
 * import it. The operations of the registry (server/platform) are the top layer.
 */
const NO_LAYER = "no-layer";
const layerNames = [...Object.keys(layers), "platform", NO_LAYER];
function layerOf(file) {
  if (file.startsWith("server/platform/")) return "platform";
  const area = /^server\/domain\/([^/]+)\//.exec(file)?.[1];
  if (area === undefined) return undefined;
  return Object.keys(layers).find((layer) => layers[layer].includes(area)) ?? NO_LAYER;
}
const isHigher = (layer, than) =>
  than === NO_LAYER ? layer !== undefined : layerNames.indexOf(layer) > layerNames.indexOf(than);

const STATEMENT = /^(?:import|export) (type )?(?:[^"'`;]*?\sfrom )?["']([^"'\n]+)["']/gm;
const CALL = /(typeof\s+)?\bimport\(\s*["']([^"'\n]+)["']\s*\)(\.[A-Z])?/g;
/** Returns the imports and the exports from other modules. `import("…").Name` is a type. */
export const importsOf = (text) => [
  ...[...text.matchAll(STATEMENT)].map(([, type, source]) => ({ source, isType: type !== undefined })),
  ...[...text.matchAll(CALL)].map(([, typeOf, source, name]) => ({
    source,
    isType: Boolean(typeOf ?? name),
  })),
];

const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".js", ".d.ts", "/index.ts", "/index.tsx"];
const targetOf = (file, source) => {
  if (source.startsWith("@/")) return source.slice(2);
  return source.startsWith(".") ? path.posix.join(path.posix.dirname(file), source) : undefined;
};

/** Returns the file that an import names. Undefined for a package, and for no file. */
function resolveImport(file, source, files) {
  const stem = targetOf(file, source);
  return stem === undefined
    ? undefined
    : ENDINGS.map((ending) => stem + ending).find((name) => files.has(name));
}

/** Returns the feature that a file belongs to. The files directly in server/auth assemble its folders. */
const featureOf = (file) =>
  /^server\/(?:domain\/[^/]+|auth\/[^/]+|auth|platform)(?=\/)/.exec(file)?.[0].replace("server/", "");

/**
 * Returns a circle of features, each as `from → to: file imports file`, or an empty list. Imports of types count. Tests do not.
 * @param {Map<string, string>} texts the text of each file, by its path from the root
 * @returns {string[]}
 */
export function findCircle(texts) {
  const graph = new Map();
  for (const [file, text] of texts) {
    const from = groupOf(file) === "test" ? undefined : featureOf(file);
    if (from === undefined) continue;
    const reached = graph.get(from) ?? new Map();
    graph.set(from, reached);
    for (const { source } of importsOf(text)) {
      const target = resolveImport(file, source, texts);
      const to = target && featureOf(target);
      if (to !== undefined && to !== from) reached.set(to, `${from} → ${to}: ${file} imports ${target}`);
    }
  }
  const done = new Set();
  const follow = (feature, way) => {
    if (way.includes(feature)) {
      const circle = [...way.slice(way.indexOf(feature)), feature];
      return circle.slice(1).map((to, index) => graph.get(circle[index]).get(to));
    }
    if (done.has(feature)) return [];
    done.add(feature);
    for (const next of graph.get(feature)?.keys() ?? []) {
      const circle = follow(next, [...way, feature]);
      if (circle.length > 0) return circle;
    }
    return [];
  };
  return [...graph.keys()].map((feature) => follow(feature, [])).find((circle) => circle.length > 0) ?? [];
}

/**
 * Returns what is wrong with the imports of a file, as `file: reason`.
 * @param {string} file path from the root
 * @param {string} text
 * @param {Set<string>} files all files, which resolve the imports
 * @returns {string[]}
 */
export function refusedImports(file, text, files) {
  const group = groupOf(file);
  if (group === undefined) return [`${file}: belongs to no group`];
  const allowed = mayImport[group];
  const layer = group === "test" ? undefined : layerOf(file);
  return importsOf(text).flatMap(({ source, isType }) => {
    const refuse = (reason) => [`${file}: ${source}: ${reason}`];
    if (targetOf(file, source) === undefined) {
      const rule = forbiddenPackages.find(
        ({ from, packages }) => from.includes(group) && packages.test(source),
      );
      return rule ? refuse(rule.reason) : [];
    }
    const target = resolveImport(file, source, files);
    // The compiler refuses an import of no file, and JSON is data.
    if (target === undefined || target.endsWith(".json")) return [];
    const to = groupOf(target);
    if (to === undefined) return refuse("belongs to no group");
    if (!allowed.includes(to) && !(isType && allowed.includes(`${to}:type`)))
      return refuse(`${group} may not import ${allowed.includes(`${to}:type`) ? "values of " : ""}${to}`);
    const other = layerOf(target);
    return layer !== undefined && other !== undefined && isHigher(other, layer)
      ? refuse(`an area in the layer ${layer} may not import from ${other}: see server/domain/layers.mjs`)
      : [];
  });
}

const roots = ["app", "components", "server", "db", "bench", "e2e"];
/** Returns the refused imports and a circle of the whole tree. @param {string} root */
export async function refusedInTree(root) {
  const lists = await Promise.all(
    [...roots, "scripts"].map(async (folder) => {
      const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) =>
          path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"),
        );
    }),
  );
  const files = new Set(lists.flat());
  const texts = new Map(
    await Promise.all(
      [...files]
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("scripts/"))
        .map(async (file) => [file, await readFile(path.join(root, file), "utf8")]),
    ),
  );
  const refused = [...texts].flatMap(([file, text]) => refusedImports(file, text, files));
  return { count: texts.size, refused, circle: findCircle(texts) };
}
