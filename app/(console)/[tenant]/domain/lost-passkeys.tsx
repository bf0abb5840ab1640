"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Callout, Skeleton } from "@/components/ui/feedback";

/** Warns how many passkeys stop working after the domain is removed. The warning has no number if the count fails. */
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
            "{passkeys, plural, one {# passkey was} other {# passkeys were}} created at this domain and cannot be used without it. Users without another second factor need an administrator to restore their access.",
            { passkeys: data.passkeys },
          )
        : t(
            "Passkeys that were created at this domain cannot be used without it. Their number could not be determined. Users without another second factor need an administrator to restore their access.",
          )}
    </Callout>
  );
}
