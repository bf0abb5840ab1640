// Tests the import rules of eslint.config.mjs: a wrong pattern in them would silently allow everything.
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./lib/run.mjs";

const modules = [
  "components/ui/button.tsx",
  "db/kit.ts",
  "db/tenant/users.ts",
  "server/auth/bearer.ts",
  "server/container.ts",
  "server/domain/apps/apps.ts",
  "server/domain/nowhere/things.ts",
  "server/domain/roles/roles.schema.ts",
  "server/domain/roles/roles.ts",
  "server/domain/sign-in/score.schema.ts",
  "server/domain/users/users.ts",
  "server/http/app.ts",
  "server/http/v1/roles.ts",
  "server/kernel/capabilities.ts",
  "server/kernel/operation/execute.ts",
  "server/platform/tenants.ts",
  "server/ports/clock.ts",
  "server/scim/users.ts",
  "server/seed/demo.ts",
  "server/store/stores.ts",
  "server/trpc/handler.ts",
  "server/trpc/root.ts",
];
let folder;
let eslint;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "castellan-imports-")));
  for (const file of modules) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), "export const x = 1;\n");
  }
  const tsconfig = {
    compilerOptions: {
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "preserve",
      paths: { "@/*": ["./*"] },
    },
  };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  // The resolver reads the tsconfig.json of the current folder.
  process.chdir(folder);
  eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: path.join(root, "eslint.config.mjs"),
    overrideConfig: [tseslint.configs.disableTypeChecked, { settings: { "boundaries/root-path": folder } }],
    ruleFilter: ({ ruleId }) => /^boundaries\/|no-restricted-imports$/.test(ruleId),
  });
});
afterAll(async () => {
  process.chdir(root);
  await rm(folder, { recursive: true });
});

/** Returns the linter's messages for one import in one file. */
async function complaints(file, line) {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: path.join(folder, file) });
  return result.messages.map(({ ruleId, message }) => ruleId ?? message);
}
const value = (source) => `import { x } from "${source}"; x;`;
const type = (source) => `import type { x } from "${source}"; export type Y = typeof x;`;

const boundary = ["boundaries/dependencies"];
const restricted = ["@typescript-eslint/no-restricted-imports"];

describe("the import rules", () => {
  it.each([
    ["app/api/v1/[...path]/route.ts", value("@/server/http/app")],
    ["app/api/v1/[...path]/route.ts", value("@/server/container")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/trpc/root")],
    ["app/(console)/[tenant]/roles/page.tsx", value("./roles-table")],
    ["app/(console)/[tenant]/roles/page.tsx", value("next/navigation")],
    ["components/form/role-form.tsx", value("@/server/domain/roles/roles.schema")],
    ["components/form/role-form.tsx", value("@/server/kernel/capabilities")],
    ["components/form/role-form.tsx", type("@/server/trpc/root")],
    ["server/http/app.ts", value("@/server/trpc/handler")],
    ["server/http/v1/users.ts", value("@/server/domain/roles/roles")],
    ["server/scim/groups.ts", value("../domain/roles/roles")],
    ["server/domain/users/users.ts", value("@/db/tenant/users")],
    ["server/domain/users/users.ts", value("@/server/ports/clock")],
    ["server/domain/users/users.ts", value("drizzle-orm")],
    ["server/kernel/operation/store.ts", type("@/db/tenant/users")],
    ["server/store/verbs.ts", value("@/db/kit")],
    ["db/tenant/users.ts", type("../../server/kernel/capabilities")],
    ["server/main.ts", value("@/server/store/stores")],
    ["server/testing/client.ts", value("@/server/seed/demo")],
    ["server/domain/users/users.test.ts", value("@/server/store/stores")],
  ])("%s: %s is allowed", async (file, line) => {
    expect(await complaints(file, line)).toEqual([]);
  });

  it.each([
    ["app/api/v1/[...path]/route.ts", value("@/server/store/stores")],
    ["app/api/v1/[...path]/route.ts", value("@/server/domain/roles/roles")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/domain/roles/roles")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/db/tenant/users")],
    ["components/form/role-form.tsx", value("@/server/trpc/root")],
    ["components/form/role-form.tsx", value("@/server/domain/roles/roles")],
    ["components/form/role-form.tsx", type("@/server/domain/roles/roles")],
    ["components/form/role-form.tsx", value("../../server/container")],
    ["server/http/v1/users.ts", value("@/server/trpc/handler")],
    ["server/http/v1/users.ts", value("@/server/scim/users")],
    ["server/http/v1/users.ts", value("@/server/store/stores")],
    ["server/http/v1/users.ts", value("@/db/tenant/users")],
    ["server/scim/groups.ts", value("@/server/http/v1/roles")],
    ["server/trpc/routers/roles.ts", value("@/server/http/app")],
    ["server/trpc/routers/roles.ts", type("@/server/store/stores")],
    ["server/domain/users/users.ts", value("@/server/http/app")],
    ["server/domain/users/users.ts", value("@/server/store/stores")],
    ["server/platform/credentials.ts", value("@/server/trpc/root")],
    ["server/kernel/operation/execute.ts", value("@/server/domain/roles/roles")],
    ["server/kernel/operation/store.ts", value("@/db/tenant/users")],
    ["server/store/verbs.ts", value("@/server/domain/roles/roles")],
    ["server/store/verbs.ts", 'export * from "../http/app";'],
    ["server/domain/users/users.schema.ts", value("./users")],
    ["server/domain/users/users.ts", 'export const later = () => import("@/server/http/app");'],
  ])("%s: %s is refused", async (file, line) => {
    expect(await complaints(file, line)).toEqual(boundary);
  });

  it.each([
    ["components/ui/file.tsx", value("node:fs")],
    ["server/domain/users/users.ts", value("next/headers")],
    ["server/kernel/operation/execute.ts", value("react")],
    ["server/platform/tenants.ts", value("hono")],
    ["server/store/verbs.ts", value("next/cache")],
    ["server/http/v1/roles.ts", value("next/server")],
  ])("%s: %s is refused as a package", async (file, line) => {
    expect(await complaints(file, line)).toEqual(restricted);
  });

  it.each([
    ["server/domain/roles/roles.ts", value("../users/users")],
    ["server/domain/apps/apps.ts", value("../users/users")],
    ["server/domain/sign-in/admission.ts", value("@/server/domain/apps/apps")],
    ["server/domain/users/users.test.ts", value("../apps/apps")],
    ["server/platform/tenants.ts", value("../domain/apps/apps")],
  ])("%s: %s is allowed within or below the layer", async (file, line) => {
    expect(await complaints(file, line)).toEqual([]);
  });

  it.each([
    ["server/domain/users/users.ts", value("../apps/apps")],
    ["server/domain/users/users.ts", type("@/server/domain/apps/apps")],
    ["server/domain/users/users.ts", 'export * from "../apps/apps";'],
    ["server/domain/apps/apps.ts", value("../sign-in/score.schema")],
    ["server/domain/roles/roles.schema.ts", value("../sign-in/score.schema")],
    ["server/domain/nowhere/other.ts", value("../users/users")],
    ["server/domain/sign-in/admission.ts", value("../nowhere/things")],
    ["server/domain/sign-in/admission.ts", value("../../platform/tenants")],
    ["db/tenant/users.ts", value("../../server/kernel/capabilities")],
    ["db/tenant/users.ts", type("../../server/domain/users/users")],
    ["db/tenant/users.ts", value("../../server/seed/demo")],
  ])("%s: %s is refused as an import of a higher layer", async (file, line) => {
    expect(await complaints(file, line)).toEqual(boundary);
  });

  it("require an entry for every file", async () => {
    expect(await complaints("server/misc/things.ts", "export {};")).toEqual(["boundaries/no-unknown-files"]);
  });
});
