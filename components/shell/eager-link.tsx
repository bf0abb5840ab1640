"use client";

import Link from "next/link";
import { useState, type ComponentProps } from "react";
import { LinkProgress } from "../ui/link-progress";

/**
 * Link that prefetches its page and data when the pointer or the focus reaches it. A page can have thirty visible links.
 * Prefetching all of them would load the server with pages that are not opened.
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
