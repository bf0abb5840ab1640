"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { LinkedIdentity } from "@/server/domain/federation/federation.schema";
import { QueryError } from "../../../_frame/lists/query-error";
import { useAction } from "../../../_frame/use-action";

/** Lists the external accounts that are linked to a user. Renders nothing for a user without such accounts. */
export function LinkedIdentities({
  tenant,
  userId,
  mayOpenProviders,
}: {
  tenant: string;
  userId: number;
  mayOpenProviders: boolean;
}) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const query = useQuery(trpc.federation.ofUser.queryOptions({ userId }));
  const [asked, setAsked] = useState<LinkedIdentity | null>(null);
  const unlink = useAction(trpc.federation.unlink.mutationOptions(), () => t("The account was unlinked."));
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <Section
      title={t("Linked accounts")}
      description={t("The user can sign in with these accounts in the apps that offer them.")}
      flush
    >
      <ul className="divide-y divide-line">
        {query.data.map((identity) => (
          <li key={identity.identityId} className="flex items-center justify-between gap-3 px-4 py-2.5">
            <span className="min-w-0">
              <span className="block truncate font-medium">
                {mayOpenProviders ? (
                  <Link
                    href={`/${tenant}/sign-in-methods/providers/${identity.providerId}`}
                    className="rounded hover:underline"
                  >
                    {identity.providerName}
                  </Link>
                ) : (
                  identity.providerName
                )}
              </span>
              <span className="block truncate text-sm text-ink-soft" title={identity.subject}>
                {identity.email ?? identity.subject}
              </span>
              <span className="text-sm text-ink-faint">
                <LastUse at={identity.lastUsedAt} />
              </span>
            </span>
            <Button size="sm" onClick={() => setAsked(identity)}>
              {t.rich("Unlink<hidden> the account at {provider}</hidden>", {
                provider: identity.providerName,
                hidden: (words) => <span className="sr-only">{words}</span>,
              })}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Unlink the account at {provider}?", { provider: asked?.providerName ?? "" })}
        action={t("Unlink")}
        danger
        onConfirm={async () => asked && unlink({ userId, identityId: asked.identityId })}
      >
        <p>
          {t(
            "The user can no longer sign in with it. Active sessions continue. If the provider links users by address, the next sign-in there links it again.",
          )}
        </p>
      </ConfirmDialog>
    </Section>
  );
}

function LastUse({ at }: { at: string | null }) {
  const t = useExtracted("users");
  if (at === null) return t("Never used");
  return t.rich("Last used <when></when>", { when: () => <RelativeTime at={at} /> });
}
