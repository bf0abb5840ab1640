import * as z from "zod";
import { Id, Timestamp } from "@/server/kernel/fields";
import { must } from "@/server/kernel/must";

export const AdministratorRole = z.enum(
  ["owner", "admin"],
  must("one_of_two", { first: "owner", second: "admin" }),
);

export const Administrator = z.object({
  userId: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: AdministratorRole,
  grantedAt: Timestamp,
});
export type Administrator = z.output<typeof Administrator>;

export const NewAdministrator = z.strictObject({ userId: Id, role: AdministratorRole.default("admin") });
