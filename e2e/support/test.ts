import { readFileSync } from "node:fs";
import { test as base } from "@playwright/test";

interface Person {
  email: string;
  password: string;
}

interface Credential {
  clientId: string;
  clientSecret: string;
}

interface TenantSeed {
  tenantId: number;
  slug: string;
  owner: Person & { userId: number };
  credential: Credential;
  scimToken: string;
  governedRoleId: number;
  ungovernedRoleId: number;
}

/** What the server under test left in seed.json. */
export interface Seed {
  baseUrl: string;
  platform: { admin: Person; credential: Credential };
  tenants: [acme: TenantSeed, globex: TenantSeed];
  fixtures: {
    capabilityCredentials: Record<string, Credential>;
    platformCapabilityCredentials: Record<string, Credential>;
    plainUser: Person & { userId: number };
    serviceAccountWithApps: { userId: number };
    userWithSessions: number;
    userWithDevices: number;
    userWithRisk: number;
    connectorApp: { appId: number };
    connectedApp: { userId: number; appId: number };
    taggedUser: { userId: number; appId: number; tagId: number };
  };
}

function fromSetup(name: "E2E_BASE_URL" | "E2E_SEED"): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: these tests run under playwright.config.ts, which starts the server.`,
    );
  return value;
}

/** Playwright's test with the server's address as baseURL and its seed. */
export const test = base.extend<object, { seed: Seed }>({
  // Here and not in playwright.config.ts, which is read before the server has a port.
  baseURL: async ({}, use) => use(fromSetup("E2E_BASE_URL")),
  seed: [
    async ({}, use) => use(JSON.parse(readFileSync(fromSetup("E2E_SEED"), "utf8")) as Seed),
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
