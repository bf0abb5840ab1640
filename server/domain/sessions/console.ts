import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { devices, sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import { Id, timestampOrNull } from "@/server/kernel/fields";
import { query } from "@/server/kernel/operation/operation";
import { getPerson, nameTexts } from "../users/people";
import { trustedNow } from "./sessions";
import { SessionRow } from "./sessions.schema";

/** Maximum number of listed sessions. The list begins with the newest session. */
const MOST = 200;

export const listSessionRows = query({
  name: "listSessionRows",
  console: { at: "sessions.rows", shows: ["GET /users/{userId}/sessions"] },
  capability: "ReadSessions",
  summary: "List a user's sessions for the console",
  description: `The newest ${MOST}, including ended ones.`,
  input: z.strictObject({ userId: Id }),
  output: z.array(SessionRow),
  run: async ({ tx, now, words }, { userId }) => {
    await getPerson(tx, userId);
    const rows = await tx.select({
      fields: {
        sessionId: sessions.id,
        ip: sessions.ip,
        userAgent: sessions.userAgent,
        place: sessions.place,
        country: sessions.country,
        methods: sessions.methods,
        device: devices.label,
        actorUserId: sessions.actorUserId,
        actorName: users.name,
        actorEmail: users.email,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        revokedAt: sessions.revokedAt,
        isTrusted: sessions.isTrusted,
        trustExpiresAt: sessions.trustExpiresAt,
      },
      from: sessions,
      join: [
        { table: devices, on: eq(devices.id, sessions.deviceId), optional: true },
        { table: users, on: eq(users.id, sessions.actorUserId), optional: true },
      ],
      where: eq(sessions.userId, userId),
      orderBy: [desc(sessions.createdAt), desc(sessions.id)],
      limit: MOST,
    });
    return rows.map(({ actorUserId, actorName, actorEmail, trustExpiresAt, ...row }) => ({
      ...row,
      isTrusted: trustedNow({ ...row, trustExpiresAt }, now),
      actedBy:
        actorUserId === null ? null : (actorName ?? actorEmail ?? words(nameTexts.user({ id: actorUserId }))),
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      lastSeenAt: timestampOrNull(row.lastSeenAt),
      revokedAt: timestampOrNull(row.revokedAt),
    }));
  },
});
