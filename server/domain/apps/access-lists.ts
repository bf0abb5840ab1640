import { and, asc, eq, not, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { inNameOrder } from "@/db/kit";
import { appAuthorizations, appExclusions, appGuests, appTags } from "@/db/tenant/app-access";
import { tags, userTags } from "@/db/tenant/tags";
import { apps } from "@/db/tenant/apps";
import { users } from "@/db/tenant/users";
import { Id, SearchText } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { getPerson } from "../users/people";
import { mayOpen, type Supposed } from "../app-access/may-open";
import { getTheApp } from "./apps";
import { AccessChange, AccessLoss, AppAccessLists } from "./console.schema";

/** Maximum number of users that a response names from one list. */
const NAMED = 100;
/** The largest `int` of PostgreSQL, used as "no limit". */
const ALL = 2_147_483_647;

/** Returns the users of a list, ordered by name. If `search` is given, returns only the users who match the search. */
async function peopleOn(
  tx: Pick<ReadTx, "select" | "peopleMatching">,
  list: typeof appGuests | typeof appExclusions,
  { appId, search }: { appId: number; search?: string | undefined },
) {
  const rows = await tx.select({
    fields: { userId: users.id, email: users.email, name: users.name, addedAt: list.addedAt },
    from: list,
    join: [{ table: users, on: eq(users.id, list.userId) }],
    where: and(
      eq(list.appId, appId),
      search ? tx.peopleMatching({ text: search, afterId: 0, limit: ALL }) : undefined,
    ),
    orderBy: [asc(inNameOrder(users.nameKey)), asc(users.id)],
    limit: NAMED,
  });
  return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }));
}

export const getAppAccessLists = query({
  name: "getAppAccessLists",
  console: { at: "apps.access.lists", shows: ["GET /apps/{appId}/access"] },
  capability: "RegisterApps",
  summary: "Get the lists of who may open an app",
  description: `Each list names at most ${NAMED} people; use the search to find others. The counts include all.`,
  input: z.strictObject({ appId: Id, search: SearchText.optional() }),
  output: AppAccessLists,
  run: async ({ tx }, { appId, search }) => {
    const { restricted } = await getTheApp(tx, appId);
    const [guests, exclusions, guestCount, exclusionCount, ofTags] = await Promise.all([
      peopleOn(tx, appGuests, { appId, search }),
      peopleOn(tx, appExclusions, { appId, search }),
      tx.appGuests.count(eq(appGuests.appId, appId)),
      tx.appExclusions.count(eq(appExclusions.appId, appId)),
      tx.select({
        fields: {
          tagId: tags.id,
          name: tags.name,
          peopleCount: sql<number>`(select count(*)::int from ${userTags} worn where worn.tenant_id = ${tags}.tenant_id and worn.tag_id = ${tags}.id)`,
        },
        from: appTags,
        join: [{ table: tags, on: eq(tags.id, appTags.tagId) }],
        where: eq(appTags.appId, appId),
        orderBy: [asc(inNameOrder(tags.nameKey))],
      }),
    ]);
    return { restricted, guests, guestCount, exclusions, exclusionCount, tags: ofTags };
  },
});

/** Converts the change to the input of `mayOpen` for previews. */
function supposedBy(change: AccessChange): Supposed {
  switch (change.kind) {
    case "restrict":
      return { restricted: true };
    case "revoke_user":
      return { withoutGuest: change.userId };
    case "revoke_tag":
      return { withoutTag: change.tagId };
    case "exclude":
      return { excluding: change.userId };
    case "sign_in":
      return {
        allowEndUserSignIn: change.allowEndUserSignIn,
        allowTenantAdminSignIn: change.allowTenantAdminSignIn,
      };
  }
}

/** Maximum number of users with lost access that a response names. */
const SHOWN = 20;

export const previewAccessChange = query({
  name: "previewAccessChange",
  console: "apps.access.preview",
  capability: "RegisterApps",
  summary: "Preview who loses access to an app",
  description:
    "Counts active people who may open the app now and could not after the change, by the same condition as " +
    "the sign-in. Changes nothing.",
  input: z.strictObject({ appId: Id, change: AccessChange }),
  output: AccessLoss,
  run: async ({ tx }, { appId, change }) => {
    await getTheApp(tx, appId);
    const pair = {
      tenantId: sql`${users}.tenant_id`,
      appId: sql`${appId}::bigint`,
      userId: sql`${users}.id`,
    };
    const losing = and(
      eq(users.kind, "person"),
      eq(users.status, "active"),
      mayOpen(pair),
      not(mayOpen(pair, supposedBy(change))),
    )!;
    const [people, peopleCount, signedInCount] = await Promise.all([
      tx.users.list({
        where: losing,
        orderBy: [asc(inNameOrder(users.nameKey)), asc(users.id)],
        limit: SHOWN,
      }),
      tx.users.count(losing),
      tx.users.count(and(losing, holdsTokens(appId))),
    ]);
    return {
      peopleCount,
      signedInCount,
      people: people.map(({ id, email, name }) => ({ userId: id, email, name })),
    };
  },
});

export const previewUntag = query({
  name: "previewUntag",
  console: "apps.access.previewUntag",
  capability: "RegisterApps",
  summary: "Preview which apps a user loses with a tag",
  description: "Lists the apps that the user may open only because of the tag. Changes nothing.",
  input: z.strictObject({ userId: Id, tagId: Id }),
  output: z.array(z.object({ appId: Id, name: z.string() })),
  run: async ({ tx }, { userId, tagId }) => {
    await getPerson(tx, userId);
    const pair = { tenantId: sql`${apps}.tenant_id`, appId: sql`${apps}.id`, userId: sql`${userId}::bigint` };
    const rows = await tx.apps.list({
      where: and(mayOpen(pair), not(mayOpen(pair, { withoutTag: tagId }))),
      orderBy: [asc(inNameOrder(apps.name))],
    });
    return rows.map(({ id, name }) => ({ appId: id, name }));
  },
});

const holdsTokens = (appId: number): SQL =>
  sql`exists (select 1 from ${appAuthorizations} held where held.tenant_id = ${users}.tenant_id and held.user_id = ${users}.id and held.app_id = ${appId}::bigint and held.revoked_at is null)`;
