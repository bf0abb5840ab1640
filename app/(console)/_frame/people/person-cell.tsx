"use client";

import Link from "next/link";
import { usePersonName } from "./person-name";

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
      {name && email && <span className="block truncate text-sm text-ink-soft">{email}</span>}
    </span>
  );
}
