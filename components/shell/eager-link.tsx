"use client";

import Link from "next/link";
import { useState, type ComponentProps } from "react";
import { LinkProgress } from "../ui/link-progress";

/**
 * Link that prefetches its page and data on hover or focus. A page can have thirty visible links. Prefetching all of them would
 * burden the server with pages that nobody opens.
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
