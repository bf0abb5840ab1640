import type { EventName } from "../../kernel/events";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { credentials } from "@/db/tenant/credentials";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query, type Console, type Rest } from "@/server/kernel/operation/operation";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { labelOf, userTarget, type UserRecord } from "../users/people";
import { UserStatusAnswer, type UserStatus } from "../users/users.schema";
import { refuseBeyond } from "./held-capabilities";
import { ServiceAccount, ServiceAccountInput } from "./service-accounts.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const serviceAccountRefusals = defineRefusals("service_account", {
  not_found: { status: 404, text: "There is no such service account." },
});

export const toServiceAccount = (row: UserRecord): ServiceAccount => ({
  userId: row.id,
  name: row.name ?? "",
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

function serviceAccount(row: UserRecord | undefined) {
  if (row?.kind !== "service_account") throw serviceAccountRefusals.not_found();
  return row;
}

/** Returns the service account. Throws (404) if the user does not exist or is a person. */
export const getServiceAccount = async (tx: Pick<ReadTx, "users">, userId: number) =>
  serviceAccount(await tx.users.get(userId));

const lockServiceAccount = async (tx: Pick<WriteTx, "users">, userId: number) =>
  serviceAccount(await tx.users.lock(userId));

export const addServiceAccount = (tx: Pick<WriteTx, "users">, name: string) =>
  tx.users.insert({ kind: "service_account", name });

export const listServiceAccounts = query({
  name: "listServiceAccounts",
  rest: "GET /service-accounts",
  console: "serviceAccounts.list",
  capability: "ManageServiceAccounts",
  summary: "List service accounts",
  input: z.strictObject({}),
  output: z.array(ServiceAccount),
  run: async ({ tx }) =>
    (await tx.users.list({ where: eq(users.kind, "service_account"), orderBy: [asc(users.id)] })).map(
      toServiceAccount,
    ),
});

export const createServiceAccount = command({
  name: "createServiceAccount",
  rest: { at: "POST /service-accounts", status: 201 },
  console: "serviceAccounts.create",
  capability: "ManageServiceAccounts",
  summary: "Create a service account",
  input: ServiceAccountInput,
  output: ServiceAccount,
  event: "service_account_created",
  target: (_input, account) => ({ ...userTarget(account), label: account.name }),
  run: async ({ tx, changed }, input) => {
    changed({}, input);
    return toServiceAccount(await addServiceAccount(tx, input.name));
  },
});

/**
 * Throws if a credential of the account has a capability that the actor lacks. A reactivation makes the account's tokens valid
 * again, with this capability. An owner may have suspended the account to end this access.
 */
async function refuseRevival(tx: Pick<WriteTx, "credentials">, actor: TenantActor, userId: number) {
  const live = and(eq(credentials.serviceAccountId, userId), isNull(credentials.revokedAt))!;
  const held = await tx.credentials.list({ where: live, orderBy: [asc(credentials.id)] });
  refuseBeyond(
    actor,
    held.flatMap(({ capabilities }) => capabilities),
  );
}

/** Creates the operation that suspends or reactivates a service account. */
const setStatus = <const At extends Console>(
  status: UserStatus,
  words: { name: string; rest?: Rest; console: At; summary: string; description?: string; event: EventName },
) =>
  command({
    capability: "ManageServiceAccounts",
    ...words,
    input: z.strictObject({ userId: Id }),
    output: UserStatusAnswer,
    target: userTarget,
    run: async ({ tx, actor, now, changed, labelled, unchanged }, { userId }) => {
      const before = await lockServiceAccount(tx, userId);
      if (before.status === status) unchanged();
      else {
        if (status === "active") await refuseRevival(tx, actor, userId);
        labelled(labelOf(before));
        changed(before, { status });
        await tx.users.update(userId, { status, updatedAt: now });
      }
      return { userId, status };
    },
  });

export const suspendServiceAccount = setStatus("suspended", {
  name: "suspendServiceAccount",
  rest: "POST /service-accounts/{userId}/suspend",
  console: "serviceAccounts.suspend",
  summary: "Suspend a service account",
  description: "Invalidates all tokens of its credentials and apps at once.",
  event: "service_account_suspended",
});

export const reactivateServiceAccount = setStatus("active", {
  name: "reactivateServiceAccount",
  console: "serviceAccounts.reactivate",
  summary: "Reactivate a suspended service account",
  description: "Its credentials work again, so the actor must have all of their capabilities.",
  event: "service_account_reactivated",
});

export const removeServiceAccount = command({
  name: "removeServiceAccount",
  rest: "DELETE /service-accounts/{userId}",
  console: "serviceAccounts.remove",
  capability: "ManageServiceAccounts",
  summary: "Delete a service account",
  description: "Unlinks its apps, which remain; revokes its credentials; removes its grants.",
  input: z.strictObject({ userId: Id }),
  output: z.object({ userId: Id, removed: z.boolean(), appsUnlinked: z.int() }),
  event: "service_account_removed",
  target: userTarget,
  run: async ({ tx, now, changed, labelled }, { userId }) => {
    const { name } = await lockServiceAccount(tx, userId);
    labelled(name);
    changed({ name }, { name: null });
    const revokedAt = sql`coalesce(${credentials.revokedAt}, ${sql.param(now, credentials.revokedAt)})`;
    const [appsUnlinked] = await Promise.all([
      tx.apps.updateWhere(eq(apps.serviceAccountId, userId), { serviceAccountId: null }),
      tx.credentials.updateWhere(eq(credentials.serviceAccountId, userId), {
        serviceAccountId: null,
        revokedAt,
      }),
    ]);
    // Foreign keys with cascade delete the account's grants and sessions.
    return { userId, removed: await tx.users.remove(userId), appsUnlinked };
  },
});
