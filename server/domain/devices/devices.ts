import type { EventName } from "../../kernel/events";
import { and, asc, desc, eq, lt } from "drizzle-orm";
import * as z from "zod";
import { devices, sessions } from "@/db/tenant/sessions";
import { users } from "@/db/tenant/users";
import type { TenantActor } from "@/server/kernel/operation/actor";
import { Id, Limit, timestampOrNull } from "@/server/kernel/fields";
import { command, query, type Console, type Rest } from "@/server/kernel/operation/operation";
import type { Row, WriteTx } from "@/server/kernel/operation/store";
import { decidableBy, guardAdministrator } from "../users/administrator-guard";
import { endSession, getPerson, lockPerson } from "../users/people";
import { Device, DeviceStatus, OwnedDevice, WaitingDevice } from "./devices.schema";
import { defineRefusals } from "@/server/kernel/texts/define";

const deviceRefusals = defineRefusals("device", {
  not_of_user: { status: 404, text: "There is no such device of this user." },
  /** The device is an administrator's (kernel/operation/person-changes.ts). */
  decision_reserved: {
    status: 403,
    text: "Only an owner, or a credential with ManageTenantAdmins, can decide on the devices of an administrator.",
  },
});

/** Converts a row to the form of the API. */
export const toDevice = (row: Row<typeof devices>): z.output<typeof Device> => ({
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

/**
 * Returns the device of this user and locks its row. Throws (403) if the user is an administrator and the actor may not manage
 * administrators.
 */
async function lockDevice(
  tx: Pick<WriteTx, "users" | "devices" | "administrators">,
  actor: TenantActor,
  { userId, deviceId }: z.output<typeof OfUser>,
) {
  await lockPerson(tx, userId);
  await guardAdministrator(tx, actor, "access", userId, deviceRefusals.decision_reserved);
  const row = await tx.devices.lock(deviceId);
  if (row?.userId !== userId) throw deviceRefusals.not_of_user();
  return row;
}

/** Ends the live sessions on the device. */
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
  name: "listDevices",
  rest: "GET /users/{userId}/devices",
  console: "devices.ofUser",
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

const decide = <const At extends Console>(
  status: "registered" | "denied",
  words: { name: string; rest?: Rest; console: At; summary: string; description: string; event: EventName },
) =>
  command({
    capability: "ManageAccessRules",
    ...words,
    input: OfUser,
    output: Device,
    target,
    touches: ["access"],
    run: async ({ tx, actor, now, changed, labelled, concerns, unchanged }, input) => {
      const before = await lockDevice(tx, actor, input);
      labelled(before.label);
      concerns(`user:${input.userId}`);
      changed(before, { status });
      if (before.status === status) unchanged();
      if (status === "denied") await endSessionsOn(tx, before.id, now);
      return toDevice((await tx.devices.update(before.id, { status, decidedAt: now }))!);
    },
  });

export const approveDevice = decide("registered", {
  name: "approveDevice",
  rest: "POST /users/{userId}/devices/{deviceId}/approve",
  console: "devices.approve",
  summary: "Approve a device",
  description:
    "Also approves a device that was denied. For an administrator's device, the capability ManageTenantAdmins is required in addition.",
  event: "device_approved",
});

export const denyDevice = decide("denied", {
  name: "denyDevice",
  rest: "POST /users/{userId}/devices/{deviceId}/deny",
  console: "devices.deny",
  summary: "Deny a device",
  description:
    "Ends its sessions at once; sign-ins from it are refused until it is approved. For an administrator's " +
    "device, the capability ManageTenantAdmins is required in addition.",
  event: "device_denied",
});

/** Removes a device and ends the sessions on the device. Returns false if the device does not exist. */
export async function forgetDevice(
  tx: Pick<WriteTx, "devices" | "sessions" | "appAuthorizations">,
  deviceId: number,
  now: Date,
): Promise<boolean> {
  await endSessionsOn(tx, deviceId, now);
  await tx.sessions.updateWhere(eq(sessions.deviceId, deviceId), { deviceId: null });
  return tx.devices.remove(deviceId);
}

export const deleteDevice = command({
  name: "deleteDevice",
  rest: "DELETE /users/{userId}/devices/{deviceId}",
  console: "devices.remove",
  capability: "ManageAccessRules",
  summary: "Remove a device",
  description:
    "Ends its sessions at once; the next sign-in from it counts as from a new device. For an administrator's " +
    "device, the capability ManageTenantAdmins is required in addition.",
  input: OfUser,
  output: z.object({ deviceId: Id, deleted: z.boolean() }),
  event: "device_deleted",
  touches: ["access"],
  target,
  run: async ({ tx, actor, now, changed, labelled, concerns }, input) => {
    const { id, label } = await lockDevice(tx, actor, input);
    labelled(label);
    concerns(`user:${input.userId}`);
    changed({ label }, { label: null });
    return { deviceId: id, deleted: await forgetDevice(tx, id, now) };
  },
});

const withOwner = {
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
};

const toOwned =
  (mayDecide: (userId: number) => boolean) =>
  <R extends { userId: number; firstSeen: Date; lastUsed: Date | null }>(row: R) => ({
    ...row,
    firstSeen: row.firstSeen.toISOString(),
    lastUsed: timestampOrNull(row.lastUsed),
    mayDecide: mayDecide(row.userId),
  });

/** Maximum number of listed devices that await approval. The list begins with the oldest device. */
const INBOX = 200;

export const listPendingDevices = query({
  name: "listPendingDevices",
  console: "devices.pending",
  capability: "ManageAccessRules",
  summary: "List the devices that await approval",
  input: z.strictObject({}),
  output: z.array(WaitingDevice),
  run: async ({ tx, actor, words }) => {
    const where = eq(devices.status, "pending");
    const fields = { ...withOwner.fields, waitReason: devices.waitReason };
    const rows = await tx.select({
      ...withOwner,
      fields,
      where,
      orderBy: [asc(devices.id)],
      limit: INBOX,
    });
    const owned = toOwned(await decidableBy(tx, actor));
    return rows.map((row) => ({ ...owned(row), waitReason: row.waitReason && words(row.waitReason) }));
  },
});

export const listAllDevices = query({
  name: "listAllDevices",
  console: "devices.page",
  capability: "ManageAccessRules",
  summary: "List all users' registered devices",
  description: "Newest first; nextCursor is null on the last page.",
  input: z.strictObject({
    status: DeviceStatus.optional(),
    userId: Id.optional(),
    cursor: Id.optional(),
    limit: Limit,
  }),
  output: z.object({ devices: z.array(OwnedDevice), nextCursor: Id.nullable() }),
  run: async ({ tx, actor }, { status, userId, cursor, limit }) => {
    const where = and(
      status === undefined ? undefined : eq(devices.status, status),
      userId === undefined ? undefined : eq(devices.userId, userId),
      cursor === undefined ? undefined : lt(devices.id, cursor),
    );
    const rows = await tx.select({ ...withOwner, where, orderBy: [desc(devices.id)], limit: limit + 1 });
    const page = rows.slice(0, limit).map(toOwned(await decidableBy(tx, actor)));
    return { devices: page, nextCursor: rows.length > limit ? (page.at(-1)?.deviceId ?? null) : null };
  },
});
