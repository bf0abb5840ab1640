import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import * as z from "zod";
import { devices, sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import { trustedNow } from "../sessions/sessions";
import { labelOf } from "../devices/sign-in-device";
import { TrustedDevice } from "./risk.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const deviceRefusals = defineRefusals("device", {
  /** The session does not exist, or its device is not trusted. */
  not_trusted: { status: 404, text: "There is no such trusted device." },
});

/** Maximum number of listed devices. The list begins with the newest device. */
const MOST = 1_000;

export const listTrustedDevices = query({
  name: "listTrustedDevices",
  rest: "GET /device-trust",
  console: "risk.trustedDevices",
  capability: "ReadRiskSignals",
  summary: "List the devices that users chose to trust",
  description: `The newest ${MOST}; each is a live session whose device skips the second factor.`,
  input: z.strictObject({}),
  output: z.array(TrustedDevice),
  run: async ({ tx, now }) => {
    const rows = await tx.select({
      fields: {
        sessionId: sessions.id,
        userId: users.id,
        email: users.email,
        deviceLabel: devices.label,
        userAgent: sessions.userAgent,
        ip: sessions.ip,
        place: sessions.place,
        trustedAt: sessions.trustedAt,
        createdAt: sessions.createdAt,
        trustExpiresAt: sessions.trustExpiresAt,
        expiresAt: sessions.expiresAt,
      },
      from: sessions,
      join: [
        { table: users, on: eq(users.id, sessions.userId) },
        { table: devices, on: eq(devices.id, sessions.deviceId), optional: true },
      ],
      where: and(
        // Without a parameter, so that the planner can use the partial index.
        sql`${sessions.isTrusted}`,
        isNull(sessions.revokedAt),
        or(isNull(sessions.trustExpiresAt), gt(sessions.trustExpiresAt, now)),
        gt(sessions.expiresAt, now),
      ),
      orderBy: [desc(sessions.id)],
      limit: MOST,
    });
    return rows.map(
      ({ deviceLabel, userAgent, trustedAt, createdAt, trustExpiresAt, expiresAt, ...row }) => ({
        ...row,
        label: deviceLabel ?? labelOf(userAgent),
        trustedAt: (trustedAt ?? createdAt).toISOString(),
        expiresAt: (trustExpiresAt ?? expiresAt).toISOString(),
      }),
    );
  },
});

export const stopTrustingDevice = command({
  name: "stopTrustingDevice",
  rest: "DELETE /device-trust/{sessionId}",
  console: "risk.stopTrusting",
  capability: "ManageRiskSignals",
  summary: "Stop trusting a device",
  description: "The session continues. The next sign-in on the device requires the second factor again.",
  input: z.strictObject({ sessionId: Id }),
  output: z.object({ sessionId: Id, trusted: z.boolean() }),
  event: "device_trust_revoked",
  touches: ["endings"],
  target: ({ sessionId }) => ({ ref: `session:${sessionId}` }),
  run: async ({ tx, now, changed, concerns }, { sessionId }) => {
    const before = await tx.sessions.lock(sessionId);
    if (!before || !trustedNow(before, now)) throw deviceRefusals.not_trusted();
    concerns(`user:${before.userId}`);
    const after = { isTrusted: false, trustExpiresAt: null };
    changed(before, after);
    await tx.sessions.update(sessionId, after);
    return { sessionId, trusted: false };
  },
});
