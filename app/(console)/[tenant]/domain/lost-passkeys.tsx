"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Callout, Skeleton } from "@/components/ui/feedback";

/** Warns how many passkeys stop working without the domain. If the count fails, the warning has no number. */
export function LostPasskeys() {
  const t = useExtracted("domain");
  const trpc = useTRPC();
  const { data, isLoadingError } = useQuery(trpc.domains.passkeys.queryOptions({}));
  if (data?.passkeys === 0) return null;
  if (!data && !isLoadingError) return <Skeleton className="h-16" />;
  return (
    <Callout tone="warning">
      {data
        ? t(
            "{passkeys, plural, one {# passkey was} other {# passkeys were}} made at this domain and cannot be used without it. Whoever has no other second factor needs an administrator to let them in again.",
            { passkeys: data.passkeys },
          )
        : t(
            "Passkeys that were made at this domain cannot be used without it. How many there are could not be found out. Whoever has no other second factor needs an administrator to let them in again.",
          )}
    </Callout>
  );
}
