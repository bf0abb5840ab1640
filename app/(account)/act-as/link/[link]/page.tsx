import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AuthLayout } from "@/components/shell/auth-layout";
import { Button } from "@/components/ui/button";
import { container } from "@/server/container";
import { HostedPage } from "../../../_hosted/hosted-card";

export const metadata: Metadata = { title: "Act as somebody", robots: { index: false } };

/** What a one-time link begins, and the button that begins it: a link alone, fetched ahead by whatever, does nothing. */
export default async function ActAsLinkPage({ params }: { params: Promise<{ link: string }> }) {
  const { link } = await params;
  const { auth } = await container();
  const view = await auth.actAs.describeLink(decodeURIComponent(link), (await cookies()).toString());
  if (!view) {
    return (
      <AuthLayout
        title="This link does not work"
        description="It works once, for two minutes, and only in the browser in which you are signed in to the console. Make a new one there."
      >
        {null}
      </AuthLayout>
    );
  }
  const { request, appearance } = view;
  const who = request.person.name ?? request.person.email ?? `user ${request.person.userId}`;
  return (
    <HostedPage
      appearance={appearance}
      poweredBy={appearance.poweredBy.account}
      title={`Act as ${who}`}
      description={`For ${request.minutes} minutes, ${request.app ? `in ${request.app.name}` : "on their account page"}.`}
      footer="Whoever is signed in to this organization’s apps in this browser is signed out of them first. Your console stays open."
    >
      <ul className="mb-5 list-disc space-y-1 pl-5">
        <li>What you do is recorded under both names, and {who} can see that you acted as them.</li>
        <li>You cannot change how they sign in, nor agree to anything for them.</li>
        <li className="break-words">Reason: {request.reason}</li>
      </ul>
      <form method="post" action="/act-as/step/begin">
        <input type="hidden" name="link" value={decodeURIComponent(link)} />
        <Button type="submit" variant="primary" className="h-9 w-full">
          Begin
        </Button>
      </form>
    </HostedPage>
  );
}
