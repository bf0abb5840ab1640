import { AppWindow } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/feedback";
import { Avatar, Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import { scopeWords } from "../../../_hosted/scope-words";
import { AskFirst } from "../_parts/ask-first";
import { AccountFrame } from "../_parts/frame";
import { openAccount } from "../_parts/open-account";

export const metadata: Metadata = { title: "Apps", robots: { index: false } };

/** The apps that a person has let in, and what each may do. */
export default async function AppsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "apps");
  const apps = await account.view.apps();
  return (
    <AccountFrame account={account}>
      <Section title="Apps with access" description="What you agreed to when you signed in to them." flush>
        {apps.length === 0 ? (
          <EmptyState icon={AppWindow} title="No app has access">
            An app is listed here once you have signed in to it.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {apps.map((app) => (
              <li key={app.appId} className="flex flex-wrap items-start justify-between gap-3 px-4 py-3">
                <span className="flex min-w-0 flex-1 basis-48 gap-3">
                  <Avatar name={app.name} square />
                  <span className="min-w-0">
                    <span className="block truncate font-medium" title={app.name}>
                      {app.name}
                    </span>
                    <span className="block text-sm text-ink-soft">
                      {app.scopes.map((scope) => scopeWords[scope] ?? scope).join(" · ")}
                    </span>
                    <span className="block text-sm text-ink-faint">
                      since <RelativeTime at={app.authorizedAt} />
                      {app.lastTokenIssuedAt && (
                        <>
                          , last active <RelativeTime at={app.lastTokenIssuedAt} />
                        </>
                      )}
                    </span>
                  </span>
                </span>
                <AskFirst
                  slug={slug}
                  page="apps"
                  form="withdraw-app"
                  fields={{ appId: app.appId }}
                  label="Withdraw"
                  about={app.name}
                  action="Withdraw access"
                >
                  The app loses its access at once, everywhere you use it. When you sign in to it again, it
                  asks you again.
                </AskFirst>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </AccountFrame>
  );
}
