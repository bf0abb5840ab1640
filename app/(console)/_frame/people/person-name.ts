"use client";

import { useExtracted } from "next-intl";

/** What a person is called: by name, else by address, else by number. */
export function usePersonName() {
  const t = useExtracted("console");
  return ({ name, email, userId }: { name: string | null; email: string | null; userId: number }) =>
    name ?? email ?? t("User {userId}", { userId: String(userId) });
}
