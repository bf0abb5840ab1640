import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { appAuthorizations, appExclusions, appGuests, appTags } from "@/db/tenant/app-access";
import { apps } from "@/db/tenant/apps";
import { userTags } from "@/db/tenant/tags";
import { administrators } from "@/db/tenant/users";
import type { ReadTx, WriteTx } from "@/server/kernel/operation/store";
import { defineRefusals } from "@/server/kernel/texts/define";

export const appRefusals = defineRefusals("app", {
  not_found: { status: 404, text: "There is no such app." },
  /** A field of the input names an app that does not exist. */
  unknown: { status: 400, text: "{field}: there is no such app." },
});

/*
 * SQL condition "this user may open this app" (management.md: app access). Sign-ins, changes of access and previews all use
 * this condition.
 */

interface Pair {
  /** SQL expressions for the ids of tenant, app and user. */
  tenantId: SQL;
  appId: SQL;
  userId: SQL;
}

/** A hypothetical change of access. Previews use the change to find the users who lose access. */
export interface Supposed {
  restricted?: boolean | undefined;
  allowEndUserSignIn?: boolean | undefined;
  allowTenantAdminSignIn?: boolean | undefined;
  /** Assumes that this user is not on the guest list. */
  withoutGuest?: number | undefined;
  /** Assumes that the app is not open to users with this tag. */
  withoutTag?: number | undefined;
  /** Assumes that the app excludes this user. */
  excluding?: number | undefined;
}

const bigint = (value: number) => sql`${value}::bigint`;
const either = (supposed: boolean | undefined, column: SQL) =>
  supposed === undefined ? column : sql`${supposed}::boolean`;
const unless = (column: SQL, id: number | undefined) =>
  id === undefined ? sql`true` : sql`${column} <> ${bigint(id)}`;

/**
 * Returns the condition "this user may open this app". An unrestricted app is open to all users. A restricted app is open to
 * the users of its guest list and to users with one of its tags. An exclusion prevails over the guest list and the tags. The
 * app must also admit the kind of user: administrator or ordinary user.
 */
export function mayOpen({ tenantId, appId, userId }: Pair, supposed: Supposed = {}): SQL {
  const endUsers = either(supposed.allowEndUserSignIn, sql`app.allow_end_user_sign_in`);
  const admins = either(supposed.allowTenantAdminSignIn, sql`app.allow_tenant_admin_sign_in`);
  const excluded =
    supposed.excluding === undefined ? sql`false` : sql`${userId} = ${bigint(supposed.excluding)}`;
  return sql`exists (
  select 1 from ${apps} app
  where app.tenant_id = ${tenantId} and app.id = ${appId}
    and (${endUsers} and ${admins} or
      case when exists (select 1 from ${administrators} held where held.tenant_id = ${tenantId} and held.user_id = ${userId})
        then ${admins} else ${endUsers} end)
    and (not ${either(supposed.restricted, sql`app.restricted`)} or (
      not ${excluded}
      and not exists (select 1 from ${appExclusions} out where out.tenant_id = ${tenantId} and out.app_id = ${appId} and out.user_id = ${userId})
      and (
        exists (select 1 from ${appGuests} guest where guest.tenant_id = ${tenantId} and guest.app_id = ${appId} and guest.user_id = ${userId}
          and ${unless(sql`guest.user_id`, supposed.withoutGuest)})
        or exists (
          select 1 from ${appTags} entry join ${userTags} worn on worn.tenant_id = entry.tenant_id and worn.tag_id = entry.tag_id
          where entry.tenant_id = ${tenantId} and entry.app_id = ${appId} and worn.user_id = ${userId}
            and ${unless(sql`entry.tag_id`, supposed.withoutTag)})
      ))))`;
}

/** Returns true if this user may open this app now. */
export async function mayOpenApp(
  tx: Pick<ReadTx, "select">,
  { appId, userId }: { appId: number; userId: number },
): Promise<boolean> {
  const found = await tx.select({
    fields: { id: apps.id },
    from: apps,
    where: and(
      eq(apps.id, appId),
      mayOpen({ tenantId: sql`${apps}.tenant_id`, appId: sql`${apps}.id`, userId: sql`${userId}::bigint` }),
    ),
  });
  return found.length > 0;
}

/**
 * Ends every authorization of users who may no longer open the app, for one app or one user. Their refresh tokens become
 * invalid at the commit. Introspection then reports their access tokens as inactive. Returns the number of ended
 * authorizations.
 */
export const endLostAccess = (
  tx: Pick<WriteTx, "appAuthorizations">,
  { appId, userId }: { appId?: number; userId?: number },
  now: Date,
): Promise<number> =>
  tx.appAuthorizations.updateWhere(
    and(
      isNull(appAuthorizations.revokedAt),
      appId === undefined ? undefined : eq(appAuthorizations.appId, appId),
      userId === undefined ? undefined : eq(appAuthorizations.userId, userId),
      sql`not ${mayOpen({
        tenantId: sql`${appAuthorizations}.tenant_id`,
        appId: sql`${appAuthorizations}.app_id`,
        userId: sql`${appAuthorizations}.user_id`,
      })}`,
    )!,
    { revokedAt: now, revokedReason: "access removed" },
  );
