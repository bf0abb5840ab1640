"use client";

import Link from "next/link";
import { useState, type ComponentProps } from "react";
import { LinkProgress } from "../ui/link-progress";

/**
 * Link that prefetches its page and data when the pointer or the focus reaches it. Prefetching all visible links, which can be
 * thirty, would load the server with pages that nobody opens.
 */
export function EagerLink({ children, ...props }: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [wanted, setWanted] = useState(false);
  return (
    <Link {...props} prefetch={wanted} onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      {children}
      <LinkProgress />
    </Link>
  );
}
