import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import { apps } from "@/db/tenant/apps";
import { devices } from "@/db/tenant/sessions";
import { signIns } from "@/db/tenant/sign-ins";
import { Id, Timestamp } from "@/server/kernel/fields";
import { command, query } from "@/server/kernel/operation/operation";
import type { ReadTx } from "@/server/kernel/operation/store";
import { AuthorizedApp } from "../apps/apps.schema";
import { authorizedApps, launchableApps, withdraw } from "../apps/connected-apps";
import { Device } from "../devices/devices.schema";
import { forgetDevice, toDevice } from "../devices/devices";
import { userTarget } from "../users/people";
import { self, themselves } from "../users/self";
import { defineRefusals } from "@/server/kernel/texts/define";

const accountRefusals = defineRefusals("account", {
  app_not_authorized: { status: 404, text: "There is no such app that you let in." },
});

const deviceRefusals = defineRefusals("device", {
  not_found: { status: 404, text: "There is no such device." },
});

/* Operations of the account page on the user's devices, authorized apps and sign-ins. */

/** Returns the devices of a user, newest first. */
export async function devicesOf(tx: Pick<ReadTx, "devices">, userId: number) {
  const rows = await tx.devices.list({ where: eq(devices.userId, userId), orderBy: [desc(devices.id)] });
  return rows.map(toDevice);
}

export const listOwnDevices = query({
  name: "listOwnDevices",
  capability: "ManageOwnAccount",
  summary: "List the devices that one signs in from",
  input: z.strictObject({}),
  output: z.array(Device),
  run: async ({ tx, actor }) => devicesOf(tx, self(actor).userId),
});

export const forgetOwnDevice = command({
  name: "forgetOwnDevice",
  capability: "ManageOwnAccount",
  summary: "Remove one of one's own devices",
  description: "Ends its sessions at once. The next sign-in from it counts as from a new device.",
  input: z.strictObject({ deviceId: Id }),
  own: { atCustomDomain: true },
  output: z.object({ deviceId: Id, deleted: z.boolean() }),
  event: "device_deleted",
  target: ({ deviceId }) => ({ ref: `device:${deviceId}` }),
  run: async ({ tx, actor, now, changed, labelled, concerns }, { deviceId }) => {
    const { userId } = themselves(actor);
    const device = await tx.devices.lock(deviceId);
    if (device?.userId !== userId) throw deviceRefusals.not_found();
    labelled(device.label);
    concerns(`user:${userId}`);
    changed({ label: device.label }, { label: null });
    return { deviceId, deleted: await forgetDevice(tx, deviceId, now) };
  },
});

export const listOwnApps = query({
  name: "listOwnApps",
  capability: "ManageOwnAccount",
  summary: "List the apps that one has authorized",
  input: z.strictObject({}),
  output: z.array(AuthorizedApp),
  run: async ({ tx, actor }) => authorizedApps(tx, self(actor).userId),
});

export const listLaunchableApps = query({
  name: "listLaunchableApps",
  capability: "ManageOwnAccount",
  summary: "List the apps that one can open",
  description: "`address` begins a sign-in to the app (OpenID Connect Core §4). It lacks the issuer.",
  input: z.strictObject({}),
  output: z.array(z.object({ appId: Id, name: z.string(), address: z.string() })),
  run: async ({ tx, actor }) => launchableApps(tx, self(actor).userId),
});

export const withdrawOwnApp = command({
  name: "withdrawOwnApp",
  capability: "ManageOwnAccount",
  summary: "Withdraw one's own authorization of an app",
  description: "Ends the app's tokens at once. The next sign-in to the app asks for consent again.",
  input: z.strictObject({ appId: Id }),
  own: { atCustomDomain: true },
  output: z.object({ userId: Id, appId: Id, revoked: z.boolean() }),
  event: "connected_app_withdrawn",
  target: (_input, pair) => userTarget(pair),
  run: async ({ tx, actor, now, changed, labelled, concerns }, { appId }) => {
    const { userId } = themselves(actor);
    const app = await tx.apps.get(appId);
    if (!app || !(await withdraw(tx, { userId, appId }, now))) throw accountRefusals.app_not_authorized();
    labelled(actor.subject.label);
    concerns(`app:${appId}`);
    changed({ app: app.name }, { app: null });
    return { userId, appId, revoked: true };
  },
});

const OwnSignIn = z.object({
  signInId: Id,
  at: Timestamp,
  outcome: z.string(),
  method: z.string().nullable(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Name of the app; null for the account page and the console. */
  appName: z.string().nullable(),
});

/** Returns the last sign-ins of a user, newest first. Includes refused and failed sign-ins. */
export async function signInsOf(
  tx: Pick<ReadTx, "select">,
  userId: number,
  limit: number,
): Promise<z.output<typeof OwnSignIn>[]> {
  const rows = await tx.select({
    fields: {
      signInId: signIns.id,
      at: signIns.at,
      outcome: signIns.outcome,
      method: signIns.method,
      ip: signIns.ip,
      place: signIns.place,
      userAgent: signIns.userAgent,
      appName: apps.name,
    },
    from: signIns,
    join: [{ table: apps, on: eq(apps.id, signIns.appId), optional: true }],
    where: eq(signIns.userId, userId),
    orderBy: [desc(signIns.at), desc(signIns.id)],
    limit,
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Maximum number of sign-ins in the list. */
const SHOWN = 30;

export const listOwnSignIns = query({
  name: "listOwnSignIns",
  capability: "ManageOwnAccount",
  summary: "List one's own last sign-ins, including failed ones",
  input: z.strictObject({}),
  output: z.array(OwnSignIn),
  run: async ({ tx, actor }) => signInsOf(tx, self(actor).userId, SHOWN),
});
