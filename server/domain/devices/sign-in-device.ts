import { and, asc, eq } from "drizzle-orm";
import { inNameOrder } from "@/db/kit";
import Bowser from "bowser";
import { devices } from "@/db/tenant/sessions";
import { tags, userTags } from "@/db/tenant/tags";
import type { Located } from "@/server/kernel/operation/ports";
import type { ReadTx, Row, WriteTx } from "@/server/kernel/operation/store";
import { type CodedText, defineTexts } from "@/server/kernel/texts/define";

const signInTexts = defineTexts("sign_in", {
  device_denied: "An administrator denied this device.",
  device_waits: "This device waits for an administrator's approval.",
  device_beyond_limit:
    "This is one more than the {max} devices that are allowed; an administrator must approve it.",
  device_needs_approval: "A new device must be approved by an administrator.",
  waits_by_limit: "An access rule limits how many devices they can have: {max}.",
  waits_by_tag: "New devices need an approval, by the tag: {tags}.",
});

export type DeviceRow = Row<typeof devices>;

/** The browser that a user signs in with. */
export interface Browser {
  /** SHA-256 of the token in the browser's device cookie, as hexadecimal text; null if the client has no cookies. */
  tokenHash: string | null;
  userAgent: string | null;
  ip: string | null;
  located: Located;
}

export interface DeviceLimits {
  maxDevices?: number;
  /** True if new devices need an administrator's approval. */
  needsApproval: boolean;
}

export type DeviceOutcome = {
  device: DeviceRow | null;
  /** True if this user has not used the device before. */
  isNew: boolean;
  /** Reason why the user may not use the device; null if the user may use the device. */
  refusal: CodedText | null;
};

/**
 * Returns the device of a sign-in. `known` is the device if the user has used it before, as this transaction has read it. Registers a new
 * device. Stores a new device as pending if the user has too many devices or
 * needs approval. An administrator then decides on the device.
 */
export async function deviceOf(
  tx: Pick<WriteTx, "devices"> & Pick<ReadTx, "select">,
  userId: number,
  { tokenHash, userAgent, ip, located }: Browser,
  { maxDevices, needsApproval }: DeviceLimits,
  now: Date,
  known: DeviceRow | undefined,
): Promise<DeviceOutcome> {
  if (tokenHash === null) return { device: null, isNew: false, refusal: null };
  if (known?.status === "denied")
    return { device: known, isNew: false, refusal: signInTexts.device_denied() };
  if (known?.status === "pending")
    return { device: known, isNew: false, refusal: signInTexts.device_waits() };
  if (known) {
    const seen = { lastUsed: now, ip, place: located.place, failedSignIns: 0 };
    return { device: (await tx.devices.update(known.id, seen)) ?? known, isNew: false, refusal: null };
  }

  const registered =
    maxDevices === undefined
      ? 0
      : await tx.devices.count(and(eq(devices.userId, userId), eq(devices.status, "registered")));
  const full = maxDevices !== undefined && registered >= maxDevices;
  const waits = full || needsApproval;
  const waitReason = full
    ? signInTexts.waits_by_limit({ max: maxDevices })
    : needsApproval
      ? signInTexts.waits_by_tag({ tags: await tagsThatAskForApproval(tx, userId) })
      : null;
  const device = await tx.devices.insert({
    userId,
    tokenHash,
    label: labelOf(userAgent),
    status: waits ? "pending" : "registered",
    firstSeen: now,
    lastUsed: waits ? null : now,
    ip,
    place: located.place,
    waitReason,
  });
  const refusal = full
    ? signInTexts.device_beyond_limit({ max: maxDevices })
    : needsApproval
      ? signInTexts.device_needs_approval()
      : null;
  return { device, isNew: true, refusal };
}

/** Returns the names of the user's tags that require approved devices. */
async function tagsThatAskForApproval(tx: Pick<ReadTx, "select">, userId: number): Promise<string[]> {
  const held = await tx.select({
    fields: { name: tags.name, policies: tags.policies },
    from: userTags,
    join: [{ table: tags, on: eq(tags.id, userTags.tagId) }],
    where: eq(userTags.userId, userId),
    orderBy: [asc(inNameOrder(tags.name))],
  });
  return held.filter(({ policies }) => policies.requireDeviceApproval).map(({ name }) => name);
}

/** Returns a readable name of a browser: "Firefox on Linux". */
export function labelOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  return [browser.name ?? "Unknown browser", os.name && `on ${os.name}`]
    .filter(Boolean)
    .join(" ")
    .slice(0, 100);
}
