"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";

/** How many passkeys nobody could use without the domain; nothing where there are none. */
export function LostPasskeys() {
  const t = useExtracted("domain");
  const trpc = useTRPC();
  const { data } = useQuery(trpc.domains.passkeys.queryOptions({}));
  if (!data || data.passkeys === 0) return null;
  return (
    <Callout tone="warning">
      {t(
        "{passkeys, plural, one {# passkey was} other {# passkeys were}} made at this domain and cannot be used without it. Whoever has no other second factor needs an administrator to let them in again.",
        { passkeys: data.passkeys },
      )}
    </Callout>
  );
}
