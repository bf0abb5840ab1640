import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Callout } from "@/components/ui/feedback";
import { container } from "@/server/container";
import { doorErrors, HostedSubmit, one } from "../../_hosted/door-parts";
import { HostedPage } from "../../_hosted/hosted-card";

// The address holds the link's token: no other site may be told of it. Not "no-referrer", which takes the origin from
// the form that is sent, too.
export const metadata: Metadata = {
  title: "Confirm your address",
  robots: { index: false },
  referrer: "same-origin",
};

/** Proves an address, by a button: whatever else opens the links of a mail does not press it. */
export default async function VerifyPage({ params, searchParams }: PageProps<"/verify/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const query = await searchParams;
  const token = one(query["token"]) ?? "";
  const { auth } = await container();
  const view = await auth.doors.verify(tenantSlug, token);
  if (!view) notFound();
  const { appearance, email, slug } = view;
  const frame = { appearance, poweredBy: appearance.poweredBy.account };
  if (one(query["done"]) !== null)
    return (
      <HostedPage {...frame} title="Your address is confirmed" description="Thank you.">
        <p className="text-sm text-ink-soft">This page can be closed.</p>
      </HostedPage>
    );
  if (email === null)
    return (
      <HostedPage
        {...frame}
        title="This link is not valid any more"
        description="It was used already, it is too old, or your address is another one by now."
      >
        <p className="text-sm text-ink-soft">You can ask for a new one on your account page.</p>
      </HostedPage>
    );
  const error = one(query["error"]);
  return (
    <HostedPage
      {...frame}
      title="Is this your e-mail address?"
      description={<span className="font-medium break-words text-ink">{email}</span>}
    >
      <form method="post" action={`/verify/${slug}/confirm`} className="space-y-4">
        {error === "throttled" && <Callout tone="danger">{doorErrors["throttled"]}</Callout>}
        <input type="hidden" name="token" value={token} />
        <HostedSubmit>Confirm</HostedSubmit>
      </form>
    </HostedPage>
  );
}
