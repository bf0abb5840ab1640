import { expect } from "vitest";
import type { SeedDependencies } from "@/server/seed/apply";
import type { SeedResult } from "@/server/seed/seed-file";
import type { Authentication } from "@/server/auth/authentication";
import { tenantCapabilityNames } from "@/server/kernel/capabilities";
import { hashSecret } from "@/server/kernel/http/client-id";
import { createExecute } from "@/server/kernel/operation/execute";
import type { Database } from "@/server/store/database";
import { authenticationWorld, type AuthenticationWorld } from "./authentication";
import { cheapPasswords } from "./passwords";
import { dispatch } from "./scene";

export const passwords = cheapPasswords();
const config = { BASE_URL: "http://localhost:4321" };

/** Returns the dependencies of a seed, with the real operations and the real provider. */
function dependencies({ database, stores, ports, instance }: AuthenticationWorld): SeedDependencies {
  let auth: Promise<Authentication> | null = null;
  return {
    config,
    stores,
    database,
    ports,
    execute: createExecute(stores, ports),
    send: async (request) =>
      dispatch(await (auth ??= instance(config.BASE_URL)), request, { ip: null, requestId: null }),
    issueManagementToken: ({ clientId, issuedAt, expiresInSeconds }) =>
      Promise.resolve(
        `${clientId} until ${new Date(issuedAt.getTime() + expiresInSeconds * 1_000).toISOString()}`,
      ),
  };
}

type Row = Record<string, string | number | boolean | null>;
type Ask = (text: string, ...values: (string | number)[]) => Promise<Row[]>;

/** Creates an empty database, with the dependencies of a seed and a function for queries. */
export async function unseeded(kind: Database["kind"]) {
  const world = await authenticationWorld(kind);
  const { database } = world;
  const ask: Ask = async (text, ...values) => database.sql.unsafe(text, values);
  return { database, deps: dependencies(world), ask };
}

/** Checks the common promises of both seeds (shared/conformance-seed.md). */
export async function checkSeed(seed: SeedResult, ask: Ask) {
  expect(Object.keys(seed)).toEqual(["baseUrl", "platform", "tenants", "fixtures"]);
  expect(seed.baseUrl).toBe("http://localhost:4321");
  const [admin] = await ask(
    `select password_hash as hash from platform_administrators where email = $1`,
    seed.platform.admin.email,
  );
  expect(await passwords.verify(String(admin!["hash"]), seed.platform.admin.password)).toBe(true);
  expect(
    await ask(
      `select capabilities::text as capabilities from platform_credentials where client_id = $1 and secret_hash = $2`,
      seed.platform.credential.clientId,
      hashSecret(seed.platform.credential.clientSecret),
    ),
  ).toHaveLength(1);
  expect(seed.tenants.map(({ slug }) => slug)).toEqual(["acme", "globex"]);
  for (const tenant of seed.tenants) {
    const id = tenant.tenantId;
    const [owner] = await ask(
      `select u.password_hash as hash, u.email_verified_at is not null as verified, a.role from users u
       join administrators a on a.tenant_id = u.tenant_id and a.user_id = u.id where u.tenant_id = $1 and u.id = $2 and u.email = $3`,
      id,
      tenant.owner.userId,
      tenant.owner.email,
    );
    expect(owner).toMatchObject({ verified: true, role: "owner" });
    expect(await passwords.verify(String(owner!["hash"]), tenant.owner.password)).toBe(true);
    const [credential] = await ask(
      `select capabilities::text as capabilities from credentials where tenant_id = $1 and client_id = $2 and secret_hash = $3`,
      id,
      tenant.credential.clientId,
      hashSecret(tenant.credential.clientSecret),
    );
    expect(JSON.parse(String(credential!["capabilities"]))).toEqual(tenantCapabilityNames);
    expect(
      await ask(
        `select 1 from scim_tokens where tenant_id = $1 and token_hash = $2`,
        id,
        hashSecret(tenant.scimToken),
      ),
    ).toHaveLength(1);
    const governed = await ask(
      `select id::int, governed from roles where tenant_id = $1 and id in ($2, $3) order by governed desc`,
      id,
      tenant.governedRoleId,
      tenant.ungovernedRoleId,
    );
    expect(governed).toEqual([
      { id: tenant.governedRoleId, governed: true },
      { id: tenant.ungovernedRoleId, governed: false },
    ]);
  }
}
