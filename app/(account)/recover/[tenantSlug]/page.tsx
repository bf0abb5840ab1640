import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { container } from "@/server/container";
import type { RecoverView } from "@/server/auth/doors/doors";
import { AskForLinkForm, HostedNext, NewPasswordForm, NothingArrived, one } from "../../_hosted/door-parts";
import { HostedPage } from "../../_hosted/hosted-card";

// The address holds the link's token: no other site may be told of it. Not "no-referrer", which takes the origin from
// the form that is sent, too.
export const metadata: Metadata = {
  title: "Forgotten password",
  robots: { index: false },
  referrer: "same-origin",
};

/** A forgotten password: asking for a link, and with the link of the mail, choosing a new one. */
export default async function RecoverPage({ params, searchParams }: PageProps<"/recover/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const query = await searchParams;
  const token = one(query["token"]);
  const { auth } = await container();
  const view = await auth.doors.recover(tenantSlug, token);
  if (!view) notFound();
  const error = one(query["error"]);
  const back = one(query["back"]);
  const done = one(query["done"]);
  if (done !== null) return <Done view={view} isAdministrator={done === "admin"} />;
  if (one(query["sent"]) !== null) return <Sent view={view} back={back} />;
  if (token === null) return <Ask view={view} back={back} error={error} />;
  return view.choose && error !== "expired" ? (
    <Choose view={view} token={token} error={error} />
  ) : (
    <Ask view={view} back={null} error="expired" />
  );
}

const Page = ({
  view,
  ...rest
}: { view: RecoverView } & Omit<Parameters<typeof HostedPage>[0], "appearance" | "poweredBy">) => (
  <HostedPage appearance={view.appearance} poweredBy={view.appearance.poweredBy.account} {...rest} />
);

const BackToSignIn = ({ back }: { back: string | null }) =>
  back !== null &&
  /^[\w-]{1,64}$/.test(back) && (
    <a href={`/interaction/${back}`} className="rounded underline hover:text-ink">
      Back to signing in
    </a>
  );

const Ask = ({ view, back, error }: { view: RecoverView; back: string | null; error: string | null }) => (
  <Page
    view={view}
    title={error === "expired" ? "This link is not valid any more" : "Forgot your password?"}
    description={
      error === "expired"
        ? "It was used already, or it is too old. You can ask for a new one here."
        : "We send you a link by which you can choose a new one."
    }
    footer={<BackToSignIn back={back} />}
  >
    <AskForLinkForm action={`/recover/${view.slug}/ask`} back={back} throttled={error === "throttled"} />
  </Page>
);

const Sent = ({ view, back }: { view: RecoverView; back: string | null }) => (
  <Page
    view={view}
    title="Look into your mailbox"
    description="If there is an account with this address, a mail with a link is on its way to it. The link works once, within 30 minutes."
    footer={<BackToSignIn back={back} />}
  >
    <NothingArrived again={`/recover/${view.slug}`} />
  </Page>
);

const Choose = ({ view, token, error }: { view: RecoverView; token: string; error: string | null }) => (
  <Page
    view={view}
    title="Choose a new password"
    description="Wherever you are signed in now, you will be signed out."
  >
    <NewPasswordForm action={`/recover/${view.slug}/reset`} token={token} rules={view.rules} error={error} />
  </Page>
);

const Done = ({ view, isAdministrator }: { view: RecoverView; isAdministrator: boolean }) => (
  <Page
    view={view}
    title="Your password was changed"
    description={
      isAdministrator
        ? "You can sign in with it now, here and in your apps."
        : "You can sign in with it now: go back to the app that you came from."
    }
  >
    {isAdministrator ? (
      <HostedNext href="/sign-in">Sign in to the console</HostedNext>
    ) : (
      <HostedNext href={`/account/${view.slug}`}>Go to your account</HostedNext>
    )}
  </Page>
);
