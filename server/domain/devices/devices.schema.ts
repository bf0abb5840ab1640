import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const deviceStatuses = ["registered", "pending", "denied"] as const;
export const DeviceStatus = z.enum(deviceStatuses);

/** A browser with which a user signs in. */
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

/** A device with its owner. */
export const OwnedDevice = Device.extend({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** True if the reader may decide about the device. Only an owner decides about an administrator's device. */
  mayDecide: z.boolean(),
});
export type OwnedDevice = z.output<typeof OwnedDevice>;

/** A device that awaits approval, with the reason. The reason is null if it no longer applies. */
export const WaitingDevice = OwnedDevice.extend({ waitReason: z.string().nullable() });
