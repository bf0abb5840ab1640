"use client";

import Link from "next/link";
import { useState, type ComponentProps } from "react";
import { OnItsWay } from "../ui/on-its-way";

/**
 * A link whose page is fetched, with its data, as soon as the pointer or the keyboard rests on it. Where thirty links stand
 * in sight, fetching all of them ahead would keep the server busy with pages that nobody opens.
 */
export function EagerLink({ children, ...props }: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [wanted, setWanted] = useState(false);
  return (
    <Link {...props} prefetch={wanted} onPointerEnter={() => setWanted(true)} onFocus={() => setWanted(true)}>
      {children}
      <OnItsWay />
    </Link>
  );
}
