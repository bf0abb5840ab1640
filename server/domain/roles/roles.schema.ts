import { z } from "zod";
import { Description, Id, Name } from "@/server/kernel/fields";

export const RoleInput = z.strictObject({
  name: Name,
  description: Description.nullish(),
});

export const Role = z.object({
  roleId: Id,
  name: z.string(),
  description: z.string().nullable(),
});
export type Role = z.output<typeof Role>;

export const RoleMember = z.object({ userId: Id, email: z.string().nullable(), name: z.string().nullable() });
