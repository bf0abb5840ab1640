import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { headers } from "next/headers";
import { LinkButton } from "@/components/ui/link-button";
import { container } from "@/server/container";
import { ActingBanner } from "../../_hosted/acting-banner";
import { HostedPage, PlainPage } from "../../_hosted/hosted-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Acting as a user"), robots: { index: false } };
}

/**
 * Shows the user that the administrator acts as in this browser. Lists the apps to open and shows the button that stops acting.
 */
export default async function ActingPage({ params }: { params: Promise<{ tenantId: string }> }) {
  const { tenantId } = await params;
  const { auth } = await container();
  const t = await getExtracted("hosted");
  const view = /^[1-9][0-9]{0,15}$/.test(tenantId)
    ? await auth.actAs.describeActing(Number(tenantId), new Headers(await headers()))
    : null;
  if (!view) {
    return (
      <PlainPage
        title={t("You are not acting as anyone here")}
        description={t(
          "The time has expired, or the session was ended. Send a new request in the console if you still need it.",
        )}
      >
        <LinkButton href="/" variant="primary" className="h-9 w-full">
          {t("To the console")}
        </LinkButton>
      </PlainPage>
    );
  }
  const { acting, person, app, slug, appearance } = view;
  const who = person.name ?? person.email ?? t("user {id}", { id: String(person.userId) });
  return (
    <>
      <ActingBanner tenantId={view.tenantId} actor={acting.by.label} person={who} until={acting.until} />
      <HostedPage
        appearance={appearance}
        poweredBy={appearance.poweredBy.account}
        title={t("You are acting as {who}", { who })}
        description={
          app
            ? app.url
              ? t("Open {app} in this browser and sign in there. You do not need a password.", {
                  app: app.name,
                })
              : t(
                  "Open {app} on this device and sign in there in this browser. You do not need a password.",
                  {
                    app: app.name,
                  },
                )
            : t("You see their account page as they do. You cannot change how they sign in.")
        }
      >
        {app ? (
          app.url && (
            <a
              href={app.url}
              rel="noreferrer"
              className="inline-flex h-9 w-full items-center justify-center rounded-md bg-accent px-3 font-medium text-accent-ink hover:bg-accent-hover"
            >
              {t("Open {app}", { app: app.name })}
            </a>
          )
        ) : (
          <LinkButton href={`/account/${slug}`} variant="primary" className="h-9 w-full">
            {t("Open the account page")}
          </LinkButton>
        )}
      </HostedPage>
    </>
  );
}
