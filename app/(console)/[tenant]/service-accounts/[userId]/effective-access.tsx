import Link from "next/link";
import { Badge } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { Code, RelativeTime } from "@/components/ui/text";
import type { ServiceAccountAccess } from "@/server/domain/service-accounts/service-accounts.schema";
import { tenantCapabilities } from "@/server/kernel/capabilities";

const meaning = (capability: string) =>
  (tenantCapabilities as Record<string, string | undefined>)[capability] ?? "";

/** What each credential of the account may do now, in the words of its capabilities. */
export const EffectiveAccess = ({
  tenant,
  account,
  mayOpenCredentials,
}: {
  tenant: string;
  account: ServiceAccountAccess;
  mayOpenCredentials: boolean;
}) => (
  <Section
    title="Effective access"
    description="What each of its credentials may do now. Capabilities alone decide it, not the account’s roles."
    flush
    actions={
      mayOpenCredentials && (
        <Link href={`/${tenant}/api-access`} className="text-sm text-accent-text underline">
          API access
        </Link>
      )
    }
  >
    {account.credentials.length === 0 ? (
      <p className="p-4 text-ink-soft">It has no live credential: nobody can administer anything as it.</p>
    ) : (
      <ul className="divide-y divide-line">
        {account.credentials.map((credential) => (
          <li key={credential.credentialId} className="px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 truncate font-medium">{credential.name}</span>
              {credential.effective ? (
                <Badge tone="success">Works</Badge>
              ) : (
                <Badge tone="warning">Stopped by the suspension</Badge>
              )}
              <span className="text-sm text-ink-faint">
                {credential.lastUsedAt ? (
                  <>
                    used <RelativeTime at={credential.lastUsedAt} />
                  </>
                ) : (
                  "never used"
                )}
              </span>
            </div>
            <Code text={credential.clientId} label={`client id of ${credential.name}`} />
            <details className="mt-1.5">
              <summary className="cursor-pointer text-sm text-ink-soft">
                {credential.capabilities.length === 1
                  ? "1 capability"
                  : `${credential.capabilities.length} capabilities`}
              </summary>
              <ul className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
                {credential.capabilities.map((capability) => (
                  <li key={capability} className="min-w-0">
                    <span className="block font-mono text-xs break-words">{capability}</span>
                    <span className="block text-sm text-ink-soft">{meaning(capability)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
