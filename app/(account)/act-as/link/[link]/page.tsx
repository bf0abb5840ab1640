import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { cookies } from "next/headers";
import { Button } from "@/components/ui/button";
import { container } from "@/server/container";
import { HostedPage, PlainPage } from "../../../_hosted/hosted-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Act as a user"), robots: { index: false } };
}

/**
 * Describes the request to act as a user that a one-time link starts. Only the button starts the request. Opening the page has
 * no effect, because programs may prefetch the link.
 */
export default async function ActAsLinkPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params;
  const { auth } = await container();
  const t = await getExtracted("hosted");
  const view = await auth.actAs.describeLink(decodeURIComponent(link), (await cookies()).toString());
  if (!view) {
    return (
      <PlainPage
        title={t("This link does not work")}
        description={t(
          "The link works once, for two minutes, and only in the browser in which you are signed in to the console. Create a new one there.",
        )}
      >
        {null}
      </PlainPage>
    );
  }
  const { request, appearance } = view;
  const who =
    request.person.name ?? request.person.email ?? t("user {id}", { id: String(request.person.userId) });
  return (
    <HostedPage
      appearance={appearance}
      poweredBy={appearance.poweredBy.account}
      title={t("Act as {who}", { who })}
      description={
        request.app
          ? t("For {minutes, number} minutes, in {app}.", { minutes: request.minutes, app: request.app.name })
          : t("For {minutes, number} minutes, on their account page.", { minutes: request.minutes })
      }
      footer={t(
        "Users who are signed in to this organization’s apps in this browser are signed out of them first. You stay signed in to the console.",
      )}
    >
      <ul className="mb-5 list-disc space-y-1 pl-5">
        <li>
          {t("What you do is recorded under both names, and {who} can see that you acted as them.", { who })}
        </li>
        <li>{t("You cannot change how they sign in, and you cannot consent to anything for them.")}</li>
        <li className="break-words">{t("Reason: {reason}", { reason: request.reason })}</li>
      </ul>
      <form method="post" action="/act-as/step/begin">
        <input type="hidden" name="link" value={decodeURIComponent(link)} />
        <Button type="submit" variant="primary" className="h-9 w-full">
          {t("Start")}
        </Button>
      </form>
    </HostedPage>
  );
}
