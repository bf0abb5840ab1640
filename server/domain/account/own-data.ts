import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { auditEvents } from "@/db/tenant/journal";
import { sessions } from "@/db/tenant/sessions";
import { tags, userTags } from "@/db/tenant/tags";
import { query } from "@/server/kernel/operation/operation";
import { timestampOrNull } from "@/server/kernel/fields";
import { fieldsIn, userFieldNames } from "@/server/kernel/user-fields";
import { authorizedApps } from "../apps/connected-apps";
import { factorsOf } from "../factors/factors";
import { identitiesOf } from "../federation/identities";
import { rolesOf } from "../users/held-roles";
import { getPerson, labelOf, userTarget } from "../users/people";
import { devicesOf, signInsOf } from "./own-account";
import { ownFields } from "./profile";
import { refuseUnlessRecent, self } from "../users/self";

/** Maximum number of exported rows of each table that grows without limit. The export contains the newest rows. */
const MOST = 5_000;

/**
 * Exports the stored data of the user (Regulation (EU) 2016/679, articles 15 and 20). Omits secrets (hashes and TOTP seeds) and
 * data that only administrators may see.
 */
export const exportOwnData = query({
  name: "exportOwnData",
  capability: "ManageOwnAccount",
  summary: "Download the data that is stored about oneself",
  description: `Contains the newest ${MOST} sign-ins, sessions and events each.`,
  input: z.strictObject({}),
  output: z.record(z.string(), z.unknown()),
  recorded: {
    event: "own_data_exported",
    target: (_input, data) => userTarget({ userId: Number(data["userId"]) }),
  },
  run: async ({ tx, actor, now }) => {
    const { userId } = self(actor);
    await refuseUnlessRecent(tx, actor, now);
    const person = await getPerson(tx, userId);
    const [fields, held, roles, theirSessions, devices, factors, linked, apps, signIns, events] =
      await Promise.all([
        ownFields(tx, userId),
        tx.select({
          fields: { name: tags.name, taggedAt: userTags.taggedAt },
          from: userTags,
          join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
          where: eq(userTags.userId, userId),
        }),
        rolesOf(tx, userId),
        tx.sessions.list({
          where: eq(sessions.userId, userId),
          orderBy: [desc(sessions.createdAt), desc(sessions.id)],
          limit: MOST,
        }),
        devicesOf(tx, userId),
        factorsOf(tx, userId),
        identitiesOf(tx, userId),
        authorizedApps(tx, userId),
        signInsOf(tx, userId, MOST),
        tx.auditEvents.list({
          where: eq(auditEvents.userId, userId),
          orderBy: [desc(auditEvents.at), desc(auditEvents.id)],
          limit: MOST,
        }),
      ]);
    const { email, externalId, status, scimAttributes } = person;
    return {
      exportedAt: now.toISOString(),
      userId,
      label: labelOf(person),
      profile: {
        email,
        ...fieldsIn(person, userFieldNames),
        externalId,
        status,
        emailVerifiedAt: timestampOrNull(person.emailVerifiedAt),
        phoneVerifiedAt: timestampOrNull(person.phoneVerifiedAt),
        createdAt: person.createdAt.toISOString(),
        updatedAt: person.updatedAt.toISOString(),
        lastSignInAt: timestampOrNull(person.lastSignInAt),
        fromIdentityProvider: scimAttributes,
      },
      customFields: Object.fromEntries(fields.map(({ fieldName, value }) => [fieldName, value])),
      tags: held,
      roles,
      secondFactors: factors.map(({ kind, label, createdAt, lastUsedAt, codesLeft }) => ({
        kind,
        label,
        codesLeft,
        createdAt: createdAt.toISOString(),
        lastUsedAt: timestampOrNull(lastUsedAt),
      })),
      linkedAccounts: linked.map(({ providerName, subject, email, linkedAt, lastUsedAt }) => {
        return { provider: providerName, subject, email, linkedAt, lastUsedAt };
      }),
      devices,
      sessions: theirSessions.map((session) => ({
        ip: session.ip,
        place: session.place,
        userAgent: session.userAgent,
        methods: session.methods,
        createdAt: session.createdAt.toISOString(),
        lastSeenAt: timestampOrNull(session.lastSeenAt),
        expiresAt: session.expiresAt.toISOString(),
        revokedAt: timestampOrNull(session.revokedAt),
      })),
      apps,
      signIns,
      events: events.map(({ at, action, target, targetLabel, ip }) => ({
        action,
        target,
        targetLabel,
        ip,
        at: at.toISOString(),
      })),
    };
  },
});
