import { useExtracted } from "next-intl";
import Link from "next/link";
import { Badge } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { Code, RelativeTime } from "@/components/ui/text";
import type { ServiceAccountAccess } from "@/server/domain/service-accounts/service-accounts.schema";
import { useCapabilityWords } from "../../../_frame/credentials/capability-words";
import { wordOf } from "../../../_frame/words/word-table";

/** Lists the current permissions of each credential of the account. */
export function EffectiveAccess({
  tenant,
  account,
  mayOpenCredentials,
}: {
  tenant: string;
  account: ServiceAccountAccess;
  mayOpenCredentials: boolean;
}) {
  const t = useExtracted("service-accounts");
  const words = useCapabilityWords();
  return (
    <Section
      title={t("Effective access")}
      description={t(
        "Current permissions of each credential. Only capabilities count, not the roles of the account.",
      )}
      flush
      actions={
        mayOpenCredentials && (
          <Link href={`/${tenant}/api-access`} className="text-sm text-accent-text underline">
            {t("API access")}
          </Link>
        )
      }
    >
      {account.credentials.length === 0 ? (
        <p className="p-4 text-ink-soft">
          {t("It has no active credential, so it cannot administer anything.")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {account.credentials.map(
            ({ credentialId, name, clientId, capabilities, effective, lastUsedAt }) => (
              <li key={credentialId} className="px-4 py-3">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 truncate font-medium">{name}</span>
                  {effective ? (
                    <Badge tone="success">{t("Works")}</Badge>
                  ) : (
                    <Badge tone="warning">{t("Stopped by the suspension")}</Badge>
                  )}
                  <span className="text-sm text-ink-faint">
                    {lastUsedAt === null
                      ? t("never used")
                      : t.rich("used <when>some time ago</when>", {
                          when: () => <RelativeTime at={lastUsedAt} />,
                        })}
                  </span>
                </div>
                <Code text={clientId} label={t("client id of {name}", { name })} />
                <details className="mt-1.5">
                  <summary className="cursor-pointer text-sm text-ink-soft">
                    {t("{count, plural, one {# capability} other {# capabilities}}", {
                      count: capabilities.length,
                    })}
                  </summary>
                  <ul className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
                    {capabilities.map((capability) => (
                      <li key={capability} className="min-w-0">
                        <span className="block font-mono text-xs break-words">{capability}</span>
                        <span className="block text-sm text-ink-soft">{wordOf(words, capability)}</span>
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ),
          )}
        </ul>
      )}
    </Section>
  );
}
