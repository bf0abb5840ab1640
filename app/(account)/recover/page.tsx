import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import Link from "next/link";
import { container } from "@/server/container";
import { AskForLinkForm, HostedNext, NewPasswordForm, NothingArrived, one } from "../_hosted/link-parts";
import { PlainPage } from "../_hosted/hosted-page";

// The referrer policy hides the address from other sites, because the address may contain the token of a link.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Forgotten password"), robots: { index: false }, referrer: "same-origin" };
}

async function BackToSignIn() {
  const t = await getExtracted("hosted");
  return (
    <Link href="/sign-in" className="rounded underline hover:text-ink">
      {t("Back to signing in")}
    </Link>
  );
}

/**
 * Page for the forgotten password of an administrator. The mail contains one link for each organization of the administrator,
 * and one link for the platform. The link for the platform opens this page.
 */
export default async function ConsoleRecoverPage({ searchParams }: PageProps<"/recover">) {
  const t = await getExtracted("hosted");
  const query = await searchParams;
  const token = one(query["token"]);
  const error = one(query["error"]);
  if (one(query["done"]) !== null)
    return (
      <PlainPage title={t("Your password was changed")} description={t("You can sign in with it now.")}>
        <HostedNext href="/sign-in">{t("Sign in to the console")}</HostedNext>
      </PlainPage>
    );
  if (one(query["sent"]) !== null)
    return (
      <PlainPage
        title={t("Check your e-mail")}
        description={t(
          "If an administrator has this address, we sent an e-mail with a link to it, one for each organization. A link works once, within 30 minutes.",
        )}
        footer={<BackToSignIn />}
      >
        <NothingArrived again="/recover" />
      </PlainPage>
    );
  const { auth } = await container();
  const { choose, rules } = await auth.main.emailLinks.recoverPlatform(token);
  if (token !== null && choose && error !== "expired")
    return (
      <PlainPage title={t("Choose a new password")} description={t("You will be signed out everywhere.")}>
        <NewPasswordForm action="/recover/-/reset" token={token} rules={rules} error={error} />
      </PlainPage>
    );
  const expired = token !== null;
  return (
    <PlainPage
      title={expired ? t("This link is not valid any more") : t("Forgot your password?")}
      description={
        expired
          ? t("It was already used, or it has expired. You can request a new one here.")
          : t("For administrators. We send you a link to choose a new password.")
      }
      footer={<BackToSignIn />}
    >
      <AskForLinkForm action="/recover/-/ask" error={error} />
    </PlainPage>
  );
}
