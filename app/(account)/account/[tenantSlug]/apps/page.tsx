import { AppWindow } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { EmptyState } from "@/components/ui/feedback";
import { Avatar, Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useScopeWords } from "../../../_hosted/scope-words";
import { AskFirst } from "../_parts/ask-first";
import { AccountFrame } from "../_parts/frame";
import { OnlyThemselves } from "../_parts/only-themselves";
import { Row, Rows } from "@/components/ui/page/rows";
import { openAccount, type OpenAccount } from "../_parts/open-account";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Apps"), robots: { index: false } };
}

/** Lists the apps that have access to the user's account, with their scopes. */
export default async function AppsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "apps");
  const mine = account.actedBy === undefined;
  return (
    <AccountFrame account={account}>
      {!mine && <OnlyThemselves person={account.person} />}
      {mine && <Launcher apps={await account.view.launcher()} issuer={account.issuer} />}
      <Apps slug={slug} apps={await account.view.apps()} mine={mine} />
    </AccountFrame>
  );
}

/** Returns the address that begins a sign-in to an app at this issuer. */
function launchAddress(address: string, issuer: string) {
  const url = new URL(address);
  url.searchParams.set("iss", issuer);
  return url.href;
}

/** Links to the apps that the user may open. */
function Launcher({
  apps,
  issuer,
}: {
  apps: Awaited<ReturnType<OpenAccount["view"]["launcher"]>>;
  issuer: string;
}) {
  const t = useExtracted("hosted");
  if (apps.length === 0) return null;
  return (
    <Section title={t("Your apps")}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {apps.map(({ appId, name, address }) => (
          <li key={appId}>
            <a
              href={launchAddress(address, issuer)}
              className="flex items-center gap-3 rounded-lg border border-line p-3 text-sm font-medium hover:border-line-strong hover:bg-sunken"
            >
              <Avatar name={name} square />
              <span className="min-w-0 truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Apps({
  slug,
  apps,
  mine,
}: {
  slug: string;
  apps: Awaited<ReturnType<OpenAccount["view"]["apps"]>>;
  /**
   * True if the visitor is the user, false if the visitor is an administrator who acts as the user. Only the user can withdraw
   * a consent.
   */
  mine: boolean;
}) {
  const t = useExtracted("hosted");
  const scopeWords = useScopeWords();
  return (
    <Section
      title={t("Apps with access")}
      description={t("Permissions that you granted when you signed in to these apps.")}
      flush
    >
      {apps.length === 0 ? (
        <EmptyState icon={AppWindow} title={t("No app has access")}>
          {t("An app is listed here once you have signed in to it.")}
        </EmptyState>
      ) : (
        <Rows>
          {apps.map((app) => (
            <Row
              key={app.appId}
              picture={<Avatar name={app.name} square />}
              title={app.name}
              detail={
                <>
                  <span className="block text-ink-soft">{app.scopes.map(scopeWords).join(" · ")}</span>
                  {app.lastTokenIssuedAt
                    ? t.rich("since <since></since>, last active <active></active>", {
                        since: () => <RelativeTime at={app.authorizedAt} />,
                        active: () => <RelativeTime at={app.lastTokenIssuedAt!} />,
                      })
                    : t.rich("since <since></since>", {
                        since: () => <RelativeTime at={app.authorizedAt} />,
                      })}
                </>
              }
            >
              {mine && (
                <AskFirst
                  slug={slug}
                  page="apps"
                  form="withdraw-app"
                  fields={{ appId: app.appId }}
                  label={t("Withdraw")}
                  about={app.name}
                  action={t("Withdraw access")}
                >
                  {t(
                    "The app loses its access at once, everywhere you use it. When you sign in to it again, it asks for your consent again.",
                  )}
                </AskFirst>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}
