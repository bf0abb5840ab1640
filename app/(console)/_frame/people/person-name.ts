"use client";

import { useExtracted } from "next-intl";

/** Returns the name of a user: the name, otherwise the address, otherwise the number. */
export function usePersonName() {
  const t = useExtracted("console");
  return ({ name, email, userId }: { name: string | null; email: string | null; userId: number }) =>
    name ?? email ?? t("User {userId}", { userId: String(userId) });
}
