// Applies the import rules of lib/boundaries.mjs, and tests them: a wrong pattern in them would silently allow everything.
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { layers } from "../server/domain/layers.mjs";
import { findCircle, importsOf, refusedImports, refusedInTree } from "./lib/boundaries.mjs";
import { root } from "./lib/run.mjs";

const modules = [
  "components/ui/button.tsx",
  "db/kit.ts",
  "db/tenant/users.ts",
  "server/auth/oidc/bearer.ts",
  "server/container.ts",
  "server/domain/apps/apps.ts",
  "server/domain/nowhere/things.ts",
  "server/domain/roles/roles.schema.ts",
  "server/domain/roles/roles.ts",
  "server/domain/sign-in/score.schema.ts",
  "server/domain/users/users.ts",
  "server/domain/users/worker.ts",
  "server/domain/users/worker/claims.ts",
  "server/http/app.ts",
  "server/http/endpoints.ts",
  "server/kernel/capabilities.ts",
  "server/kernel/operation/execute.ts",
  "server/outbox/worker-loop.ts",
  "server/platform/tenants.ts",
  "server/ports/clock.ts",
  "server/scim/users.ts",
  "server/seed/demo.ts",
  "server/store/stores.ts",
  "server/trpc/handler.ts",
  "server/trpc/root.ts",
];
const files = new Set([...modules, "misc/things.ts"]);

/** Returns the reasons why one import in one file is refused. */
const complaints = (file, line) =>
  refusedImports(file, `${line}\n`, files).map((complaint) =>
    complaint.replace(`${file}: `, "").replace(/^\S+: /, ""),
  );
const value = (source) => `import { x } from "${source}"; x;`;
const type = (source) => `import type { x } from "${source}"; export type Y = typeof x;`;

describe("the import rules", () => {
  it("hold in the whole tree", async () => {
    const { count, refused, circle } = await refusedInTree(root);
    expect(refused).toEqual([]);
    expect(circle).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  it("read every form of an import", () => {
    const text = `
import "./bare";
import one from "./one";
import { two, three } from "./two";
import {
  four,
} from "./four";
import * as five from "./five";
import type { Six } from "./six";
export { seven } from "./seven";
export * from "./eight";
export type { Nine } from "./nine";
const ten = await import("./ten");
const eleven = import("./eleven").then(one);
type Twelve = typeof import("./twelve");
type Thirteen = import("./thirteen").Thirteen;
export const text = "./none";
`;
    const found = importsOf(text);
    const named = (isType) =>
      found.filter((entry) => entry.isType === isType).map(({ source }) => source.slice(2));
    expect(named(false)).toEqual(["bare", "one", "two", "four", "five", "seven", "eight", "ten", "eleven"]);
    expect(named(true)).toEqual(["six", "nine", "twelve", "thirteen"]);
  });

  it.each([
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/container")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/trpc/root")],
    ["app/(console)/[tenant]/roles/page.tsx", value("./roles-table")],
    ["app/(console)/[tenant]/roles/page.tsx", value("next/navigation")],
    ["components/form/role-form.tsx", value("@/server/domain/roles/roles.schema")],
    ["components/form/role-form.tsx", value("@/server/kernel/capabilities")],
    ["components/form/role-form.tsx", type("@/server/trpc/root")],
    ["server/http/app.ts", value("@/server/trpc/handler")],
    ["server/http/input.ts", value("@/server/domain/roles/roles")],
    ["server/scim/groups.ts", value("../domain/roles/roles")],
    ["server/domain/users/users.ts", value("@/db/tenant/users")],
    ["server/domain/users/users.ts", value("@/server/ports/clock")],
    ["server/domain/users/users.ts", value("drizzle-orm")],
    ["server/domain/users/worker.ts", value("@/server/store/stores")],
    ["server/domain/users/worker/claims.ts", value("@/server/outbox/worker-loop")],
    ["server/domain/users/worker/claims.ts", value("../users")],
    ["server/domain/users/worker/claims.ts", value("postgres")],
    ["server/outbox/worker-loop.ts", value("@/server/domain/users/worker/claims")],
    ["server/kernel/operation/store.ts", type("@/db/tenant/users")],
    ["server/store/verbs.ts", value("@/db/kit")],
    ["db/tenant/users.ts", type("@/db/kit")],
    ["server/main.ts", value("@/server/store/stores")],
    ["server/testing/client.ts", value("@/server/seed/demo")],
    ["server/domain/users/users.test.ts", value("@/server/store/stores")],
  ])("%s: %s is allowed", (file, line) => {
    expect(complaints(file, line)).toEqual([]);
  });

  it.each([
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/store/stores")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/http/app")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/server/domain/roles/roles")],
    ["app/(console)/[tenant]/roles/page.tsx", value("@/db/tenant/users")],
    ["components/form/role-form.tsx", value("@/server/trpc/root")],
    ["components/form/role-form.tsx", value("@/server/domain/roles/roles")],
    ["components/form/role-form.tsx", type("@/server/domain/roles/roles")],
    ["components/form/role-form.tsx", value("../../server/container")],
    ["server/http/input.ts", value("@/server/trpc/handler")],
    ["server/http/input.ts", value("@/server/scim/users")],
    ["server/http/input.ts", value("@/server/store/stores")],
    ["server/http/input.ts", value("@/db/tenant/users")],
    ["server/scim/groups.ts", value("@/server/http/endpoints")],
    ["server/trpc/init.ts", value("@/server/http/app")],
    ["server/trpc/init.ts", type("@/server/store/stores")],
    ["server/domain/users/users.ts", value("@/server/http/app")],
    ["server/domain/users/users.ts", value("@/server/store/stores")],
    ["server/domain/users/users.ts", value("./worker")],
    ["server/domain/users/users.ts", type("./worker/claims")],
    ["server/domain/users/users.ts", value("@/server/outbox/worker-loop")],
    ["server/domain/users/worker.ts", value("@/server/http/app")],
    ["server/platform/credentials.ts", value("@/server/trpc/root")],
    ["server/kernel/operation/execute.ts", value("@/server/domain/roles/roles")],
    ["server/kernel/operation/store.ts", value("@/db/tenant/users")],
    ["server/store/verbs.ts", value("@/server/domain/roles/roles")],
    ["server/store/verbs.ts", 'export * from "../http/app";'],
    ["server/domain/users/users.schema.ts", value("./users")],
    ["server/domain/users/users.ts", 'export const later = () => import("@/server/http/app");'],
  ])("%s: %s is refused", (file, line) => {
    expect(complaints(file, line)).toEqual([expect.stringContaining(" may not import ")]);
  });

  it.each([
    ["components/ui/file.tsx", value("node:fs")],
    ["server/domain/users/users.ts", value("next/headers")],
    ["server/kernel/operation/execute.ts", value("react")],
    ["server/platform/tenants.ts", value("hono")],
    ["server/store/verbs.ts", value("next/cache")],
    ["server/http/endpoints.ts", value("next/server")],
  ])("%s: %s is refused as a package", (file, line) => {
    expect(complaints(file, line)).toEqual([expect.stringMatching(/^(Client code|The domain|This) .*\.$/)]);
  });

  it.each([
    ["server/domain/roles/roles.ts", value("../users/users")],
    ["server/domain/apps/apps.ts", value("../users/users")],
    ["server/domain/sign-in/admission.ts", value("@/server/domain/apps/apps")],
    ["server/domain/users/users.test.ts", value("../apps/apps")],
    ["server/platform/tenants.ts", value("../domain/apps/apps")],
  ])("%s: %s is allowed within or below the layer", (file, line) => {
    expect(complaints(file, line)).toEqual([]);
  });

  it.each([
    ["server/domain/users/users.ts", value("../apps/apps")],
    ["server/domain/users/users.ts", type("@/server/domain/apps/apps")],
    ["server/domain/users/worker.ts", value("../apps/apps")],
    ["server/domain/users/users.ts", 'export * from "../apps/apps";'],
    ["server/domain/apps/apps.ts", value("../sign-in/score.schema")],
    ["server/domain/roles/roles.schema.ts", value("../sign-in/score.schema")],
    ["server/domain/nowhere/other.ts", value("../users/users")],
    ["server/domain/sign-in/admission.ts", value("../nowhere/things")],
    ["server/domain/sign-in/admission.ts", value("../../platform/tenants")],
    ["db/tenant/users.ts", value("../../server/kernel/capabilities")],
    ["db/tenant/users.ts", type("../../server/kernel/capabilities")],
    ["db/tenant/users.ts", type("../../server/domain/users/users")],
    ["db/tenant/users.ts", value("../../server/seed/demo")],
  ])("%s: %s is refused as an import of a higher layer", (file, line) => {
    expect(complaints(file, line)).toEqual([expect.stringContaining(" may not import ")]);
  });

  it("allow only `import type` where the table says so", () => {
    const [file, source] = ["components/form/role-form.tsx", "@/server/trpc/root"];
    expect(complaints(file, type(source))).toEqual([]);
    expect(complaints(file, value(source))).toEqual(["client may not import values of trpc-root"]);
  });

  it("require an entry for every file", () => {
    const unknown = "server/misc/things.ts";
    expect(refusedImports(unknown, "export {};", files)).toEqual([`${unknown}: belongs to no group`]);
    expect(complaints("server/container.ts", value("@/misc/things"))).toEqual(["belongs to no group"]);
  });
});

describe("the layers of the domain", () => {
  it("contain each area once", () => {
    const areas = readdirSync(path.join(root, "server/domain"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(Object.values(layers).flat().toSorted()).toEqual(areas.toSorted());
  });
});

describe("the search for circles", () => {
  const circleOf = (imports) => findCircle(new Map(Object.entries(imports)));

  it.each([
    ["a value", 'import { x } from "../sign-in/x";'],
    ["a type", 'import type { x } from "@/server/auth/sign-in/x";'],
    ["an export", 'export * from "../sign-in/x";'],
    ["an imported type", 'type X = import("../sign-in/x").X;'],
    ["a late import", 'const x = () => import("../sign-in/x");'],
  ])("returns the features and the imports, by %s", (_kind, text) => {
    const circle = circleOf({
      "server/auth/account/x.ts": text,
      "server/auth/oidc/x.ts": 'import "../account/x";',
      "server/auth/sign-in/x.ts": 'import { x } from "../oidc/x";',
    });
    expect(circle).toEqual([
      "auth/account → auth/sign-in: server/auth/account/x.ts imports server/auth/sign-in/x.ts",
      "auth/sign-in → auth/oidc: server/auth/sign-in/x.ts imports server/auth/oidc/x.ts",
      "auth/oidc → auth/account: server/auth/oidc/x.ts imports server/auth/account/x.ts",
    ]);
  });

  it.each([
    ["an area and its worker", "server/domain/users/worker/x.ts", "server/domain/tags/x.ts"],
    ["the platform", "server/platform/x.ts", "server/domain/users/x.ts"],
    ["a folder and the files that assemble it", "server/auth/x.ts", "server/auth/oidc/x.ts"],
  ])("counts %s", (_kind, one, other) => {
    const circle = circleOf({ [one]: `import "@/${other}";`, [other]: `import "@/${one}";` });
    expect(circle).toHaveLength(2);
  });

  it("returns none if two paths lead to one feature, or only a test imports back", () => {
    const circle = circleOf({
      "server/domain/users/x.ts": 'import "./y";',
      "server/domain/users/y.ts": "",
      "server/domain/users/x.test.ts": 'import "../tags/x";',
      "server/domain/roles/x.ts": 'import "../users/x";',
      "server/domain/tags/x.ts": 'import "../users/x"; import "../roles/x"; import "hono";',
    });
    expect(circle).toEqual([]);
  });
});
