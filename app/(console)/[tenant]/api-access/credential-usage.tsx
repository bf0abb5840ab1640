"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import type { Credential } from "@/server/domain/credentials/credentials.schema";
import { useCapabilityWords } from "../../_frame/credentials/capability-words";
import { UsageDialog } from "../../_frame/credentials/usage-dialog";
import { wordOf } from "../../_frame/words/word-table";

type Used = Pick<Credential, "credentialId" | "name" | "capabilities" | "serviceAccount">;

/** Dialog that shows the use and the current permissions of a management credential. */
export function CredentialUsageDialog({ credential, onClose }: { credential: Used; onClose: () => void }) {
  const { credentialId, name } = credential;
  const query = useQuery(useTRPC().credentials.usage.queryOptions({ credentialId }));
  return (
    <UsageDialog name={name} query={query} onClose={onClose}>
      <EffectiveAccess {...credential} />
    </UsageDialog>
  );
}

function EffectiveAccess({ capabilities, serviceAccount }: Used) {
  const t = useExtracted("api-access");
  const words = useCapabilityWords();
  return (
    <section className="space-y-2">
      <h3 className="font-medium">{t("Current capabilities")}</h3>
      {serviceAccount?.status === "suspended" && (
        <Callout tone="warning">
          {t(
            "None: its service account {account} is suspended. Its tokens are refused until the account is reactivated.",
            {
              account: serviceAccount.name ?? "",
            },
          )}
        </Callout>
      )}
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {capabilities.map((capability) => (
          <li key={capability} className="px-3 py-1.5">
            <span className="font-mono">{capability}</span>
            <span className="block text-ink-soft">{wordOf(words, capability)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
