import { hashSecret, newTenantClientId } from "@/server/kernel/http/client-id";
import type { tenantTables } from "@/db/tenant/tables";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { TestOperations } from "./operations";

/* Rows for tests. Each factory inserts a valid row with the values of the test. */

type Values<K extends keyof typeof tenantTables> = Partial<Parameters<WriteTx[K]["insert"]>[0]>;
type Place = Pick<TestOperations, "write">;

let serial = 0;
const next = () => ++serial;

export const aUser = (to: Place, tenantId: number, values: Values<"users"> = {}) =>
  to.write(tenantId, (tx) =>
    tx.users.insert({ email: `person-${next()}@example.com`, name: "A Person", ...values }),
  );

export const aServiceAccount = (to: Place, tenantId: number, values: Values<"users"> = {}) =>
  to.write(tenantId, (tx) =>
    tx.users.insert({ kind: "service_account", name: `Robot ${next()}`, ...values }),
  );

export const aRole = (to: Place, tenantId: number, values: Values<"roles"> = {}) =>
  to.write(tenantId, (tx) => tx.roles.insert({ name: `Role ${next()}`, ...values }));

export const anApp = (to: Place, tenantId: number, values: Values<"apps"> = {}) =>
  to.write(tenantId, (tx) =>
    tx.apps.insert({ name: `App ${next()}`, clientId: newTenantClientId(tenantId), ...values }),
  );

export const aCredential = (to: Place, tenantId: number, values: Values<"credentials"> = {}) =>
  to.write(tenantId, (tx) =>
    tx.credentials.insert({
      name: `Credential ${next()}`,
      clientId: newTenantClientId(tenantId),
      secretHash: hashSecret("secret"),
      capabilities: ["ManageUsers"],
      ...values,
    }),
  );

export const aSession = (to: Place, tenantId: number, userId: number, values: Values<"sessions"> = {}) =>
  to.write(tenantId, (tx) =>
    tx.sessions.insert({ userId, expiresAt: new Date("2030-01-01T00:00:00Z"), ...values }),
  );

export const aTag = (to: Place, tenantId: number, values: Values<"tags"> = {}) =>
  to.write(tenantId, (tx) => tx.tags.insert({ name: `Tag ${next()}`, ...values }));

/** Inserts the authorization of an app by a user. */
export const anAuthorization = (
  to: Place,
  tenantId: number,
  { userId, appId, ...values }: { userId: number; appId: number } & Values<"appAuthorizations">,
) =>
  to.write(tenantId, (tx) =>
    tx.appAuthorizations.insert({
      userId,
      appId,
      grantHash: `grant-${next()}`,
      scopes: ["openid"],
      ...values,
    }),
  );
