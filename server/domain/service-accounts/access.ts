import { and, asc, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { apps } from "@/db/tenant/apps";
import { credentials } from "@/db/tenant/credentials";
import { roleGrants, roles } from "@/db/tenant/roles";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { ServiceAccountAccess } from "./service-accounts.schema";
import { getServiceAccount, toServiceAccount } from "./service-accounts";

export const getServiceAccountAccess = query({
  name: "getServiceAccountAccess",
  console: "serviceAccounts.access",
  capability: "ManageServiceAccounts",
  summary: "Get the access of a service account",
  description:
    "Returns its live credentials with their capabilities, the apps that act as it, and its roles.",
  input: z.strictObject({ userId: Id }),
  output: ServiceAccountAccess,
  run: async ({ tx }, { userId }) => {
    const account = toServiceAccount(await getServiceAccount(tx, userId));
    const [held, owned, granted] = await Promise.all([
      tx.credentials.list({
        where: and(eq(credentials.serviceAccountId, userId), isNull(credentials.revokedAt)),
        orderBy: [asc(credentials.id)],
      }),
      tx.apps.list({ where: eq(apps.serviceAccountId, userId), orderBy: [asc(apps.id)] }),
      tx.select({
        fields: { roleId: roles.id, name: roles.name, appName: apps.name },
        from: roleGrants,
        join: [
          { table: roles, on: eq(roles.id, roleGrants.roleId) },
          { table: apps, on: eq(apps.id, roles.appId), optional: true },
        ],
        where: eq(roleGrants.userId, userId),
        orderBy: [asc(inNameOrder(roles.name)), asc(roles.id)],
      }),
    ]);
    return {
      ...account,
      credentials: held.map((row) => ({
        credentialId: row.id,
        name: row.name,
        clientId: row.clientId,
        capabilities: row.capabilities,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: timestampOrNull(row.lastUsedAt),
        effective: account.status === "active",
      })),
      apps: owned.map(({ id, name, clientId }) => ({ appId: id, name, clientId })),
      roles: granted,
    };
  },
});
