import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const deviceStatuses = ["registered", "pending", "denied"] as const;
export const DeviceStatus = z.enum(deviceStatuses);

/** A browser that a person signs in from. */
export const Device = z.object({
  deviceId: Id,
  label: z.string(),
  status: DeviceStatus,
  firstSeen: Timestamp,
  lastUsed: Timestamp.nullable(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
});
export type Device = z.output<typeof Device>;

/** A device with whose it is. */
export const OwnedDevice = Device.extend({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** Whether the reader may decide about it: an administrator's is an owner's to decide about. */
  mayDecide: z.boolean(),
});
export type OwnedDevice = z.output<typeof OwnedDevice>;

/** A device that waits for an approval, with why it does; null where that is not known any more. */
export const WaitingDevice = OwnedDevice.extend({ waitReason: z.string().nullable() });
