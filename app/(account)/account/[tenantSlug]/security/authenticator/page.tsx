import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Section } from "@/components/ui/page/page";
import { AccountFrame } from "../../_parts/frame";
import { OnlyThemselves } from "../../_parts/only-themselves";
import { openAccount } from "../../_parts/open-account";
import { SignInAgain } from "../../_parts/sign-in-again";
import { AuthenticatorForm } from "../../_parts/authenticator-form";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Add an authenticator app"), robots: { index: false } };
}

/** Adds an authenticator app: shows the seed and asks for a code. */
export default async function AuthenticatorPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "security");
  const t = await getExtracted("hosted");
  if (account.actedBy) {
    return (
      <AccountFrame account={account}>
        <OnlyThemselves person={account.person} />
      </AccountFrame>
    );
  }
  const { recent } = await account.view.factors();
  return (
    <AccountFrame account={account}>
      {recent ? (
        <Section
          title={t("Add an authenticator app")}
          description={t("An app on your phone that shows a new code every 30 seconds.")}
        >
          <AuthenticatorForm slug={slug} enrolment={await account.view.enrolment()} />
        </Section>
      ) : (
        <SignInAgain href={account.signInAgain} what={t("Adding an authenticator app")} />
      )}
    </AccountFrame>
  );
}
