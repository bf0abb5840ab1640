import type { Administrator } from "@/server/domain/administrators/administrators.schema";

/** What the two roles are called, and what they may. */
export const roleWords = {
  owner: {
    label: "Owner",
    article: "an owner",
    hint: "Owners may do everything, also choose administrators, export the data and move the storage.",
  },
  admin: {
    label: "Admin",
    article: "an admin",
    hint: "Admins may do everything but choose administrators, export the data and move the storage.",
  },
} as const;

/** What an administrator is called in a list. */
export const nameOf = ({ name, email, userId }: Administrator) => name ?? email ?? `User ${userId}`;
