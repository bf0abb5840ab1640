import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { devices, sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import { notFound } from "@/server/kernel/errors";
import { Id, Timestamp, timestampOrNull } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation";
import type { Row, WriteTx } from "@/server/kernel/store";
import { endSession, getPerson } from "../users/people";

const DeviceStatus = z.enum(["registered", "pending", "denied"]);

export const Device = z.object({
  deviceId: Id,
  label: z.string(),
  status: DeviceStatus,
  firstSeen: Timestamp,
  lastUsed: Timestamp.nullable(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
});

const toDevice = (row: Row<typeof devices>): z.output<typeof Device> => ({
  deviceId: row.id,
  label: row.label,
  status: row.status,
  firstSeen: row.firstSeen.toISOString(),
  lastUsed: timestampOrNull(row.lastUsed),
  ip: row.ip,
  place: row.place,
});

const OfUser = z.strictObject({ userId: Id, deviceId: Id });
const target = ({ deviceId }: { deviceId: number }) => ({ ref: `device:${deviceId}` });

async function lockDevice(
  tx: Pick<WriteTx, "users" | "devices">,
  { userId, deviceId }: z.output<typeof OfUser>,
) {
  await getPerson(tx, userId);
  const row = await tx.devices.lock(deviceId);
  if (row?.userId !== userId) throw notFound("device of this user");
  return row;
}

/** Ends the live sessions on a device. */
async function endSessionsOn(
  tx: Pick<WriteTx, "sessions" | "appAuthorizations">,
  deviceId: number,
  now: Date,
) {
  const rows = await tx.sessions.list({ where: eq(sessions.deviceId, deviceId) });
  const live = rows.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now);
  await Promise.all(live.map(({ id }) => endSession(tx, id, now)));
}

export const listDevices = query({
  capability: "ManageAccessRules",
  summary: "List a user's registered devices",
  input: z.strictObject({ userId: Id }),
  output: z.object({ devices: z.array(Device) }),
  run: async ({ tx }, { userId }) => {
    await getPerson(tx, userId);
    const rows = await tx.devices.list({ where: eq(devices.userId, userId), orderBy: [desc(devices.id)] });
    return { devices: rows.map(toDevice) };
  },
});

const decide = (
  status: "registered" | "denied",
  words: { summary: string; description: string; event: string },
) =>
  command({
    capability: "ManageAccessRules",
    ...words,
    input: OfUser,
    output: Device,
    target,
    run: async ({ tx, now, changed, labelled, concerns, unchanged }, input) => {
      const before = await lockDevice(tx, input);
      labelled(before.label);
      concerns(`user:${input.userId}`);
      changed(before, { status });
      if (before.status === status) unchanged();
      if (status === "denied") await endSessionsOn(tx, before.id, now);
      return toDevice((await tx.devices.update(before.id, { status, decidedAt: now }))!);
    },
  });

export const approveDevice = decide("registered", {
  summary: "Approve a device",
  description: "Also one that was denied before.",
  event: "device_approved",
});

export const denyDevice = decide("denied", {
  summary: "Deny a device",
  description: "Its sessions end at once; signing in from it is refused until it is approved.",
  event: "device_denied",
});

export const deleteDevice = command({
  capability: "ManageAccessRules",
  summary: "Forget a device",
  description: "Its sessions end at once; the next sign-in from it counts as from a new device.",
  input: OfUser,
  output: z.object({ deviceId: Id, deleted: z.boolean() }),
  event: "device_deleted",
  target,
  run: async ({ tx, now, changed, labelled, concerns }, input) => {
    const { id, label } = await lockDevice(tx, input);
    labelled(label);
    concerns(`user:${input.userId}`);
    changed({ label }, { label: null });
    await endSessionsOn(tx, id, now);
    await tx.sessions.updateWhere(eq(sessions.deviceId, id), { deviceId: null });
    return { deviceId: id, deleted: await tx.devices.remove(id) };
  },
});

/** How many devices the inbox shows: the oldest wait longest. */
const INBOX = 200;

export const listPendingDevices = query({
  capability: "ManageAccessRules",
  summary: "List the devices that wait for approval",
  input: z.strictObject({}),
  output: z.array(Device.extend({ userId: Id, email: z.string().nullable(), name: z.string().nullable() })),
  run: async ({ tx }) => {
    const rows = await tx.select({
      fields: {
        deviceId: devices.id,
        label: devices.label,
        status: devices.status,
        firstSeen: devices.firstSeen,
        lastUsed: devices.lastUsed,
        ip: devices.ip,
        place: devices.place,
        userId: users.id,
        email: users.email,
        name: users.name,
      },
      from: devices,
      join: [{ table: users, on: eq(users.id, devices.userId) }],
      where: and(eq(devices.status, "pending")),
      orderBy: [asc(devices.id)],
      limit: INBOX,
    });
    return rows.map((row) => ({
      ...row,
      firstSeen: row.firstSeen.toISOString(),
      lastUsed: timestampOrNull(row.lastUsed),
    }));
  },
});
