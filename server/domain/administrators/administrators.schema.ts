import * as z from "zod";
import { Id, oneOf, Timestamp } from "@/server/kernel/fields";

export const AdministratorRole = oneOf("owner", "admin");

export const Administrator = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: AdministratorRole,
  grantedAt: Timestamp,
});
export type Administrator = z.output<typeof Administrator>;

export const NewAdministrator = z.strictObject({ userId: Id, role: AdministratorRole.default("admin") });
