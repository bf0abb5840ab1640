"use client";

import Link from "next/link";
import { useExtracted } from "next-intl";

/** Shows the name of a user as a link to the user's page. Shows the address below the name. */
export function PersonCell({
  tenant,
  userId,
  name,
  email,
}: {
  tenant: string;
  userId: number;
  name: string | null;
  email: string | null;
}) {
  const title = usePersonName()({ userId, name, email });
  return (
    <span className="block max-w-56 min-w-0">
      <Link
        href={`/${tenant}/users/${userId}`}
        className="block truncate rounded font-medium hover:underline"
        title={title}
      >
        {title}
      </Link>
      {name && email && (
        <span className="block truncate text-sm text-ink-soft" title={email}>
          {email}
        </span>
      )}
    </span>
  );
}

/** Returns a function that returns the display name of a user: the name, or the e-mail address, or "User 7" with the id. */
export function usePersonName() {
  const t = useExtracted("console");
  return ({ name, email, userId }: { name: string | null; email: string | null; userId: number }) =>
    name ?? email ?? t("User {userId}", { userId: String(userId) });
}
