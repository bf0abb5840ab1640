import { z } from "zod";
import { Id, Name, Timestamp } from "@/server/kernel/fields";

export const ServiceAccountInput = z.strictObject({ name: Name });

export const ServiceAccount = z.object({
  userId: Id,
  name: z.string(),
  status: z.enum(["active", "suspended"]),
  createdAt: Timestamp,
});
export type ServiceAccount = z.output<typeof ServiceAccount>;
