import nextVitals from "eslint-config-next/core-web-vitals";
import prettier from "eslint-config-prettier/flat";
import boundaries from "eslint-plugin-boundaries";
import regexp from "eslint-plugin-regexp";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { layers } from "./server/domain/layers.mjs";

/*
 * Rules for imports between the layers. A file belongs to the first group with a matching pattern. A group may import only the groups
 * in its list `mayImport`. `*:type` allows only `import type`.
 */
const groups = [
  { group: "test", pattern: ["**/*.test.*", "**/*.e2e.ts"] },
  { group: "mount", pattern: ["app/**/route.ts", "app/.well-known/**/route.ts"] },
  { group: "page", pattern: "app/**/*" },
  { group: "client", pattern: "components/**/*" },
  { group: "schema", pattern: "server/{domain,platform}/**/*.schema.ts" },
  {
    group: "capabilities",
    pattern:
      "server/kernel/{capabilities,settings,signing-keys,user-fields,recorded-words,strings/{languages,locale,must,place-names,plain-words},http/batches,events/define,refusals/field-words}.ts",
  },
  { group: "kernel", pattern: "server/kernel/**/*" },
  { group: "domain", pattern: "server/{domain,platform}/**/*" },
  { group: "ports", pattern: "server/ports/**/*" },
  { group: "store", pattern: "server/store/**/*" },
  { group: "http-app", pattern: "server/http/app.ts" },
  { group: "http", pattern: "server/http/**/*" },
  { group: "scim", pattern: "server/scim/**/*" },
  { group: "trpc-root", pattern: "server/trpc/root.ts" },
  { group: "trpc", pattern: "server/trpc/**/*" },
  { group: "auth", pattern: "server/auth/**/*" },
  { group: "outbox", pattern: "server/outbox/**/*" },
  { group: "archive", pattern: "server/archive/**/*" },
  { group: "pdf", pattern: "server/pdf/**/*" },
  { group: "files", pattern: "server/files/**/*" },
  { group: "threads", pattern: "server/threads/**/*" },
  { group: "next-mount", pattern: "server/next-mount.ts" },
  { group: "container", pattern: "server/container.ts" },
  { group: "config", pattern: "server/config.ts" },
  { group: "tables", pattern: ["db/tenant/**/*", "db/platform/**/*", "db/kit.ts"] },
  // Files that assemble the parts of the server, and files that test it, may import all groups.
  {
    group: "assembly",
    pattern: ["server/*.ts", "server/{commands,seed,testing}/**/*", "{bench,e2e,scripts}/**/*"],
  },
];

const kernel = ["kernel", "capabilities"];
const domain = ["domain", "schema", ...kernel];
const http = ["http", "http-app"];
const trpc = ["trpc", "trpc-root"];
const everything = groups.map(({ group }) => group);
const mayImport = {
  mount: ["mount", "next-mount", ...http, "scim", ...trpc, "auth", "container"],
  "next-mount": ["container"],
  page: ["page", "client", ...trpc, "auth", "container", "schema", "capabilities"],
  client: ["client", "schema", "capabilities", "trpc-root:type"],
  schema: ["schema", ...kernel],
  // The types of the store's functions depend on the tables.
  kernel: [...kernel, "tables:type"],
  capabilities: kernel,
  domain: [...domain, "ports", "tables"],
  ports: ["ports", ...kernel, "config", "threads"],
  store: ["store", "tables", ...kernel, "config"],
  http: [...http, ...domain, "auth", "config", "pdf:type"],
  "http-app": [...http, ...domain, "auth", "config", "scim", ...trpc, "pdf:type"],
  scim: ["scim", ...domain, "auth", "config"],
  trpc: [...trpc, ...domain, "auth", "config"],
  "trpc-root": [...trpc, ...domain, "auth", "config"],
  // Authenticates tokens and sessions, which requires the registry and the keys.
  auth: ["auth", ...domain, "ports", "store", "tables", "config", "threads"],
  outbox: ["outbox", ...domain, "ports", "store", "tables", "config"],
  archive: ["archive", ...domain, "ports", "store", "tables"],
  pdf: ["pdf", ...kernel, "schema", "threads"],
  files: ["files", ...domain, "threads"],
  threads: ["threads", ...kernel],
  tables: ["tables", "kernel:type", "capabilities:type"],
  config: [],
  container: everything,
  assembly: everything,
  test: everything,
};

const isTypeOnly = (group) => group.endsWith(":type");
/** Returns the conditions of a group's imports. Two conditions for all imported groups are much faster than one for each. */
const importsOf = (allowed) => [
  { to: { file: { categories: { anyOf: allowed.filter((group) => !isTypeOnly(group)) } } } },
  {
    to: {
      file: {
        categories: { anyOf: allowed.filter(isTypeOnly).map((group) => group.slice(0, -":type".length)) },
      },
    },
    dependency: { kind: "type" },
  },
];

/*
 * Rules for imports inside the domain. An area may import areas of its own layer and of lower layers (server/domain/layers.mjs). An
 * import must satisfy these rules and the rules of the groups. An area without a layer may not import other areas, and no area may
 * import it. The operations of the registry (server/platform) are the top layer.
 */
const PLATFORM = "platform";
const NO_LAYER = "no-layer";
const layerNames = [...Object.keys(layers), PLATFORM, NO_LAYER];
const areaElements = [
  ...Object.entries(layers).map(([type, areas]) => ({
    type,
    pattern: areas.map((area) => `server/domain/${area}`),
  })),
  { type: PLATFORM, pattern: "server/platform" },
  { type: NO_LAYER, pattern: "server/domain/*" },
].map((element) => ({ ...element, partialMatch: false, stopMatching: true }));
const layerPolicies = layerNames.map((layer, index) => ({
  from: { element: { type: layer }, file: { categories: { anyOf: ["domain", "schema"] } } },
  disallow: {
    to: { element: { types: { anyOf: layer === NO_LAYER ? layerNames : layerNames.slice(index + 1) } } },
  },
  message:
    "The area is in the layer {{from.element.types}} and may not import from {{to.element.types}}: see server/domain/layers.mjs.",
}));

/** Forbids imports of packages that would tie a group to a transport, a framework or a machine. */
const forbidImports = (folders, pattern, message) => ({
  files: [`${folders}/**/*.{ts,tsx}`],
  ignores: ["**/*.test.*"],
  rules: {
    "@typescript-eslint/no-restricted-imports": ["error", { patterns: [{ regex: pattern, message }] }],
  },
});

/*
 * Texts for people must come from the catalogues: `t("…")` of useExtracted or getExtracted. These selectors match other texts, as
 * far as a text differs from keys and class names: words between tags, props with texts, and literals that begin like a sentence,
 * unless only a program reads them.
 */
/** Names of products and languages, which are the same in every language. */
const names = [
  "Castellan",
  "Google Workspace",
  "Microsoft Entra ID",
  "Next\\.js",
  "Node",
  "Okta",
  "Python",
  "Deutsch",
  "English",
];
const SENTENCE = `/^(?!(${names.join("|")})$)[A-Z][a-z]+([ ,.:;?!…]|$)/`;
const saidToPrograms = [
  "TSLiteralType",
  "ImportDeclaration",
  // A compared value: a pressed key, or the name of a method.
  "BinaryExpression[operator=/^[!=]==$/]",
  "SwitchCase",
  "CallExpression[callee.property.name='includes']",
  "MemberExpression[property.name='includes'] > ArrayExpression",
  // A name of a foreign format: an attribute of XML, or a kind of GeoJSON.
  "CallExpression[callee.property.name='getAttribute']",
  "Property[key.name='type']",
];
const translated = ["CallExpression[callee.name='t']", "CallExpression[callee.object.name='t']"];
const untranslated = [
  "JSXText[value=/[A-Za-z]{2}/]",
  "JSXAttribute[name.name=/^(title|label|aria-label|placeholder|alt|description|hint|message|summary|what|text)$/] > Literal[value=/[A-Za-z]{2}/]",
  `:not(${[...saidToPrograms, ...translated].join(", ")}) > Literal:not(.key)[value=${SENTENCE}]`,
  "TemplateElement[value.raw=/^[A-Z][a-z]+ [a-z]/]",
].map((selector) => ({
  selector,
  message: "Take the text from a catalogue: t(…) of useExtracted or getExtracted.",
}));

/** Matches `isError`. It is also true if a refetch failed, although the query has data that a form may show. */
const forgetful = {
  selector: "MemberExpression[property.name='isError'], ObjectPattern > Property[key.name='isError']",
  message: "isError is also true if there is data: show the data (NotLoaded, isLoadingError).",
};

/** Matches a literal that is spread into a literal of the same kind. Its content must be written in the outer literal. */
const packed = {
  selector:
    "ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression",
  message: "Write the content of this literal in the outer one.",
};

export default defineConfig(
  globalIgnores([
    ".next/",
    "dist/",
    "node_modules/",
    "next-env.d.ts",
    "server/testing/openapi-types.ts",
    "test-results/",
    "playwright-report/",
    ".data*/",
  ]),
  ...nextVitals,
  {
    rules: {
      "max-lines": ["warn", { max: 300, skipBlankLines: true, skipComments: true }],
      complexity: ["error", 20],
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  {
    /*
     * A regular expression must take at most linear time, because a slow one blocks all requests. To trim, use
     * kernel/strings/trim.ts. server/kernel/strings/patterns.test.ts measures what these rules do not detect.
     */
    files: ["**/*.{ts,tsx,mjs,js}"],
    ignores: ["**/*.test.*", "**/*.e2e.ts", "server/testing/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // An async function without await fits a synchronous body to an asynchronous contract.
      "@typescript-eslint/require-await": "off",
      // Event handlers of React may be asynchronous. Their errors reach the form or the toast.
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
    },
  },
  {
    // Functions whose names begin with `use` are not React hooks here: Playwright's fixtures, and the use of a recovery code.
    files: ["e2e/**", "server/**/*.ts"],
    rules: { "react-hooks/rules-of-hooks": "off" },
  },
  {
    files: ["{app,components,server,db,bench,e2e}/**/*.{ts,tsx}"],
    plugins: { boundaries },
    settings: {
      "boundaries/root-path": import.meta.dirname,
      "boundaries/files": groups.map(({ group, pattern }) => ({
        category: group,
        pattern,
        stopMatching: true,
      })),
      "boundaries/elements": areaElements,
    },
    rules: {
      "boundaries/no-unknown-files": "error",
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          checkInternals: true,
          message:
            "{{from.file.categories}} may not import {{to.file.categories}}: see `mayImport` in eslint.config.mjs.",
          // The last matching policy decides.
          policies: [
            ...Object.entries(mayImport).map(([group, allowed]) => ({
              from: { file: { categories: group } },
              allow: importsOf(allowed),
            })),
            ...layerPolicies,
          ],
        },
      ],
    },
  },
  { rules: { "no-restricted-syntax": ["error", packed] } },
  {
    files: ["{app,components}/**/*.{ts,tsx}"],
    // /docs describes the interfaces in English only.
    ignores: ["**/*.test.*", "**/*.d.ts", "app/docs/**", "app/**/route.ts"],
    rules: { "no-restricted-syntax": ["error", ...untranslated, forgetful, packed] },
  },
  {
    files: ["e2e/keyboard*.e2e.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.property.name=/^(click|dblclick|check|uncheck|setChecked|hover|tap|fill|clear|selectOption|dragTo)$/], MemberExpression[property.name='mouse']",
          message: "These tests use the keyboard only: keys.to, keys.press, keys.type.",
        },
        packed,
      ],
    },
  },
  forbidImports(
    "components",
    "^(node:|fs$|path$|postgres$|drizzle-orm|@electric-sql/|pino$)",
    "Client code runs in a browser.",
  ),
  forbidImports(
    "server/{domain,platform,kernel}",
    "^(next($|/|-auth)|react($|-dom|/)|hono($|/)|@hono/|@trpc/|postgres$|@electric-sql/)",
    "The domain knows no transport, framework or driver.",
  ),
  forbidImports(
    "server/{store,http,scim}",
    "^(next($|/|-auth)|react($|-dom|/))",
    "This runs without Next, too.",
  ),
  prettier,
);
