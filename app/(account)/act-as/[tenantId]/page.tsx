import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthLayout } from "@/components/shell/auth-layout";
import { LinkButton } from "@/components/ui/button";
import { container } from "@/server/container";
import { ActingBanner } from "../../_hosted/acting-banner";
import { HostedPage } from "../../_hosted/hosted-card";

export const metadata: Metadata = { title: "Acting as somebody", robots: { index: false } };

/** As whom one acts in this browser, where to go on, and the way out. */
export default async function ActingPage({ params }: { params: Promise<{ tenantId: string }> }) {
  const { tenantId } = await params;
  const { auth } = await container();
  const view = /^[1-9][0-9]{0,15}$/.test(tenantId)
    ? await auth.actAs.describeActing(Number(tenantId), new Headers(await headers()))
    : null;
  if (!view) {
    return (
      <AuthLayout
        title="You act as nobody here"
        description="The time was up, or it was ended. Ask again in the console if you still need it."
      >
        <LinkButton href="/" variant="primary" className="h-9 w-full">
          To the console
        </LinkButton>
      </AuthLayout>
    );
  }
  const { acting, person, app, slug, appearance } = view;
  const who = person.name ?? person.email ?? `user ${person.userId}`;
  return (
    <>
      <ActingBanner tenantId={view.tenantId} actor={acting.by.label} person={who} until={acting.until} />
      <HostedPage
        appearance={appearance}
        poweredBy={appearance.poweredBy.account}
        title={`You act as ${who}`}
        description={
          app
            ? app.url
              ? `Open ${app.name} in this browser and sign in there: no password is asked.`
              : `Open ${app.name} on this device and sign in there in this browser: no password is asked.`
            : "You see their account page as they do; how they sign in, you cannot change."
        }
      >
        {app ? (
          app.url && (
            <a
              href={app.url}
              rel="noreferrer"
              className="inline-flex h-9 w-full items-center justify-center rounded-md bg-accent px-3 font-medium text-accent-ink hover:bg-accent-hover"
            >
              Open {app.name}
            </a>
          )
        ) : (
          <LinkButton href={`/account/${slug}`} variant="primary" className="h-9 w-full">
            Open the account page
          </LinkButton>
        )}
      </HostedPage>
    </>
  );
}
