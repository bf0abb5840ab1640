import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";

export const AdministratorRole = z.enum(["owner", "admin"], "must be owner or admin");

export const Administrator = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: AdministratorRole,
  grantedAt: Timestamp,
});
export type Administrator = z.output<typeof Administrator>;

export const NewAdministrator = z.strictObject({ userId: Id, role: AdministratorRole.default("admin") });
