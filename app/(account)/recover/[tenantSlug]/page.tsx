import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { container } from "@/server/container";
import type { RecoverView } from "@/server/auth/email-links/email-links";
import { AskForLinkForm, HostedNext, NewPasswordForm, NothingArrived, one } from "../../_hosted/link-parts";
import { HostedPage } from "../../_hosted/hosted-page";

// The referrer policy hides the address from other sites, because the address contains the token of the link. The policy
// "no-referrer" would also remove the Origin header of the submitted form.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Forgotten password"), robots: { index: false }, referrer: "same-origin" };
}

/** Page for a forgotten password. Requests a link. With the token of a link, sets a new password. */
export default async function RecoverPage({ params, searchParams }: PageProps<"/recover/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const query = await searchParams;
  const token = one(query["token"]);
  const { emailLinks, consoleSignIn } = await (await container()).hostedAt(await headers());
  const view = await emailLinks.recover(tenantSlug, token);
  if (!view) notFound();
  const error = one(query["error"]);
  const back = one(query["back"]);
  const done = one(query["done"]);
  if (done !== null) return <Done view={view} consoleSignIn={done === "admin" ? consoleSignIn : null} />;
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

function BackToSignIn({ back }: { back: string | null }) {
  const t = useExtracted("hosted");
  if (back === null || !/^[\w-]{1,64}$/.test(back)) return null;
  return (
    <a href={`/interaction/${back}`} className="rounded underline hover:text-ink">
      {t("Back to signing in")}
    </a>
  );
}

function Ask({ view, back, error }: { view: RecoverView; back: string | null; error: string | null }) {
  const t = useExtracted("hosted");
  return (
    <Page
      view={view}
      title={error === "expired" ? t("This link is not valid any more") : t("Forgot your password?")}
      description={
        error === "expired"
          ? t("It was already used, or it has expired. You can request a new one here.")
          : t("We send you a link to choose a new password.")
      }
      footer={<BackToSignIn back={back} />}
    >
      <AskForLinkForm action={`/recover/${view.slug}/ask`} back={back} error={error} />
    </Page>
  );
}

function Sent({ view, back }: { view: RecoverView; back: string | null }) {
  const t = useExtracted("hosted");
  return (
    <Page
      view={view}
      title={t("Check your e-mail")}
      description={t(
        "If there is an account with this address, we sent an e-mail with a link to it. The link works once, within 30 minutes.",
      )}
      footer={<BackToSignIn back={back} />}
    >
      <NothingArrived again={`/recover/${view.slug}`} />
    </Page>
  );
}

function Choose({ view, token, error }: { view: RecoverView; token: string; error: string | null }) {
  const t = useExtracted("hosted");
  return (
    <Page
      view={view}
      title={t("Choose a new password")}
      description={t("You will be signed out everywhere.")}
    >
      <NewPasswordForm
        action={`/recover/${view.slug}/reset`}
        token={token}
        rules={view.rules}
        error={error}
      />
    </Page>
  );
}

/** `consoleSignIn` is the address of the console's sign-in, or null if the user is not an administrator. */
function Done({ view, consoleSignIn }: { view: RecoverView; consoleSignIn: string | null }) {
  const t = useExtracted("hosted");
  return (
    <Page
      view={view}
      title={t("Your password was changed")}
      description={
        consoleSignIn !== null
          ? t("You can sign in with it now, here and in your apps.")
          : t("You can now sign in with it. Go back to the app that you came from.")
      }
    >
      {consoleSignIn !== null ? (
        <HostedNext href={consoleSignIn}>{t("Sign in to the console")}</HostedNext>
      ) : (
        <HostedNext href={`/account/${view.slug}`}>{t("Go to your account")}</HostedNext>
      )}
    </Page>
  );
}
