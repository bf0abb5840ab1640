import { Download } from "lucide-react";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page/page";
import { AccountFrame } from "../_parts/frame";
import { OnlyThemselves } from "../_parts/only-themselves";
import { openAccount } from "../_parts/open-account";
import { SignInAgain } from "../_parts/sign-in-again";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Your data"), robots: { index: false } };
}

/** Offers the user's stored data for download. */
export default async function DataPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "data");
  const t = await getExtracted("hosted");
  const { recent } = await account.view.factors();
  return (
    <AccountFrame account={account}>
      {account.actedBy && <OnlyThemselves person={account.person} />}
      {!account.actedBy && !recent && (
        <SignInAgain href={account.signInAgain} what={t("Downloading your data")} />
      )}
      <Section
        title={t("Download your data")}
        description={t("Everything that is stored about you here, as one JSON file.")}
      >
        <p className="max-w-prose text-ink-soft">
          {t(
            "It contains your profile, roles, second factors (without their secrets), devices, sessions, sign-ins, the apps with access, and your activity. The download itself is recorded.",
          )}
        </p>
        {!account.actedBy && (
          <form method="post" action={`/account/${slug}/data/download`} className="mt-4">
            <Button type="submit" variant="primary" disabled={!recent}>
              <Download aria-hidden />
              {t("Download")}
            </Button>
          </form>
        )}
      </Section>
    </AccountFrame>
  );
}
