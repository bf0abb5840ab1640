import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const deviceStatuses = ["registered", "pending", "denied"] as const;
export const DeviceStatus = z.enum(deviceStatuses);

/** A browser with which the user signs in. */
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

/** A device and the user who owns the device. */
export const OwnedDevice = Device.extend({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** True if the reader may approve, deny or remove the device. Only an owner may do this for an administrator's device. */
  mayDecide: z.boolean(),
});
export type OwnedDevice = z.output<typeof OwnedDevice>;

/** A device that awaits approval. `waitReason` is the reason; null if the reason no longer applies. */
export const WaitingDevice = OwnedDevice.extend({ waitReason: z.string().nullable() });
