import { and, eq, isNotNull, not, or, sql, type SQL } from "drizzle-orm";
import { identities, identityProviders } from "@/db/tenant/federation";
import { factors } from "@/db/tenant/sign-ins";
import { administrators, users } from "@/db/tenant/users";
import type { ReadTx } from "@/server/kernel/operation/store";
import type { SignInMethod } from "../sign-in-methods/sign-in-methods.schema";
import { mayOpen } from "../app-access/may-open";
import { EXACT_UP_TO } from "../counts/counts.schema";
import { byConnector, type ProviderKind } from "../federation/kinds.schema";

const tenant = sql`${users}.tenant_id`;
const person = sql`${users}.id`;

const linkedTo = (kind: ProviderKind) => sql`exists (
  select 1 from ${identities} linked
  join ${identityProviders} provider on provider.tenant_id = linked.tenant_id and provider.id = linked.provider_id
  where linked.tenant_id = ${tenant} and linked.user_id = ${person} and provider.kind = ${kind} and provider.enabled)
  and not exists (
    select 1 from ${administrators} administrator
    where administrator.tenant_id = ${tenant} and administrator.user_id = ${person})`;

/** For each sign-in method, the SQL condition that the user can sign in with the method. */
const has: Record<SignInMethod, SQL> = {
  password: isNotNull(users.passwordHash),
  webauthn: sql`exists (
    select 1 from ${factors} passkey
    where passkey.tenant_id = ${tenant} and passkey.user_id = ${person}
      and passkey.kind = 'webauthn' and passkey.verified_at is not null)`,
  EmailOtp: isNotNull(users.email),
  MagicLink: isNotNull(users.email),
  SmsOtp: isNotNull(users.phone),
  ...byConnector(linkedTo),
};

/**
 * Counts the active users who would lose their only sign-in method. These users can sign in by `lost` and by no other method of
 * `offered`. If `appId` is given, counts only users who may open the app. People in a directory who have never signed in have
 * no account yet and are not counted.
 */
export async function peopleWithOnly(
  tx: Pick<ReadTx, "users">,
  { lost, offered, appId }: { lost: SignInMethod; offered: readonly SignInMethod[]; appId?: number },
): Promise<number> {
  if (!offered.includes(lost)) return 0;
  const others = offered.filter((method) => method !== lost).map((method) => has[method]);
  return tx.users.count(
    and(
      ...[eq(users.kind, "person"), eq(users.status, "active"), has[lost]],
      ...(others.length > 0 ? [not(or(...others)!)] : []),
      ...(appId === undefined
        ? []
        : [mayOpen({ tenantId: tenant, appId: sql`${appId}::bigint`, userId: person })]),
    ),
    EXACT_UP_TO + 1,
  );
}
