import { eq } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { insertSecret } from "@/server/domain/apps/live-secrets";
import { createCredential, revokeCredential } from "@/server/domain/credentials/credentials";
import { createServiceAccount } from "@/server/domain/service-accounts/service-accounts";
import { createUser } from "@/server/domain/users/users";
import { platformCapabilityNames, tenantCapabilityNames } from "@/server/kernel/capabilities";
import { newTenantClientId } from "@/server/kernel/http/client-id";
import { createPlatformCredential } from "@/server/platform/credentials";
import type { SeedDependencies } from "./apply";
import { platformSystem, tenantSystem } from "./actors";
import { appFixtures } from "./conformance-apps";
import { securityFixtures } from "./conformance-security";
import { newPassword } from "./random";
import type { SeededCredential, SeededTenant } from "./seed-file";

const HOUR = 3_600_000;

/** Creates the data in acme that the public interfaces cannot create. */
export async function conformanceFixtures(deps: SeedDependencies, acme: SeededTenant) {
  return {
    ...(await credentialFixtures(deps, acme)),
    ...(await peopleFixtures(deps, acme)),
    ...(await serviceAccountFixtures(deps, acme)),
    ...(await securityFixtures(deps, acme)),
    ...(await appFixtures(deps, acme)),
    roleSyncConnector: "DirectoryFeed",
  };
}

const pick = ({ clientId, clientSecret }: SeededCredential) => ({ clientId, clientSecret });

async function credentialFixtures(
  { execute, issueManagementToken }: SeedDependencies,
  { tenantId, credential }: SeededTenant,
) {
  const actor = tenantSystem(tenantId);
  const capabilityCredentials: Record<string, SeededCredential> = {};
  for (const name of tenantCapabilityNames)
    capabilityCredentials[name] = pick(
      await execute(actor, createCredential, { name: `Only ${name}`, capabilities: [name] }),
    );
  const platformCapabilityCredentials: Record<string, SeededCredential> = {};
  for (const name of platformCapabilityNames) {
    platformCapabilityCredentials[name] = pick(
      await execute(platformSystem, createPlatformCredential, { name: `Only ${name}`, capabilities: [name] }),
    );
  }
  const revoked = await execute(actor, createCredential, {
    name: "Revoked",
    capabilities: tenantCapabilityNames,
  });
  const accessToken = await issueManagementToken({
    clientId: revoked.clientId,
    issuedAt: new Date(),
    expiresInSeconds: 24 * 3_600,
  });
  await execute(actor, revokeCredential, { credentialId: revoked.credentialId });
  return {
    capabilityCredentials,
    platformCapabilityCredentials,
    expiredAccessToken: await issueManagementToken({
      clientId: credential.clientId,
      issuedAt: new Date(Date.now() - 2 * HOUR),
      expiresInSeconds: 3_600,
    }),
    revokedCredential: { ...pick(revoked), accessToken },
  };
}

async function peopleFixtures({ execute, stores, ports }: SeedDependencies, { tenantId }: SeededTenant) {
  const actor = tenantSystem(tenantId);
  const person = async (name: string, email: string) =>
    (await execute(actor, createUser, { name, email })).userId;
  const plainUser = {
    userId: await person("Pia Plain", "pia.plain@acme.example"),
    email: "pia.plain@acme.example",
    password: newPassword(),
  };
  const withSessions = await person("Sefa Sessions", "sefa.sessions@acme.example");
  const second = await person("Sami Sessions", "sami.sessions@acme.example");
  const passwordHash = await ports.passwords.hash(plainUser.password);

  const started = (hoursAgo: number) => ({
    createdAt: new Date(Date.now() - hoursAgo * HOUR),
    expiresAt: new Date(Date.now() + 48 * HOUR),
  });
  const browser = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
  await stores.tenant(tenantId).write(async (tx) => {
    await tx.users.updateWhere(eq(users.id, plainUser.userId), { passwordHash, emailVerifiedAt: new Date() });
    for (const session of [
      { userId: withSessions, ip: "192.0.2.10", country: "DE", isTrusted: true, ...started(30) },
      { userId: withSessions, ip: "198.51.100.20", country: "FR", ...started(5) },
      { userId: withSessions, ip: "203.0.113.30", country: "DE", ...started(1) },
      { userId: second, ip: "192.0.2.40", country: "DE", ...started(3) },
      { userId: second, ip: "192.0.2.41", country: "DE", ...started(2) },
    ]) {
      await tx.sessions.insert({ userAgent: browser, ...session });
    }
  });
  return { plainUser, userWithSessions: withSessions, secondUserWithSessions: second };
}

async function serviceAccountFixtures({ execute, stores }: SeedDependencies, { tenantId }: SeededTenant) {
  const { userId } = await execute(tenantSystem(tenantId), createServiceAccount, {
    name: "Linked to two apps",
  });
  const appIds = await stores.tenant(tenantId).write(async (tx) => {
    const ids: number[] = [];
    for (const name of ["Warehouse sync", "Payroll sync"]) {
      const app = await tx.apps.insert({
        name,
        clientId: newTenantClientId(tenantId),
        serviceAccountId: userId,
      });
      await insertSecret(tx, { appId: app.id, generation: 1 });
      ids.push(app.id);
    }
    return ids;
  });
  return { serviceAccountWithApps: { userId, appIds } };
}
