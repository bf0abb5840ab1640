"use client";

import { useExtracted } from "next-intl";

/** Returns a function that returns the display name of a user: the name, or the e-mail address, or "User 7" with the id. */
export function usePersonName() {
  const t = useExtracted("console");
  return ({ name, email, userId }: { name: string | null; email: string | null; userId: number }) =>
    name ?? email ?? t("User {userId}", { userId: String(userId) });
}
