import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { container } from "@/server/container";
import { LinkError, HostedNext, HostedSubmit, one } from "../../_hosted/link-parts";
import { HostedPage } from "../../_hosted/hosted-page";

// The referrer policy hides the address from other sites, because the address contains the token of the link. The policy
// "no-referrer" would also remove the Origin header of the submitted form.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Confirm your address"), robots: { index: false }, referrer: "same-origin" };
}

/** Page that confirms an e-mail address by a button. Opening the page has no effect, because mail scanners open links. */
export default async function VerifyPage({ params, searchParams }: PageProps<"/verify/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const t = await getExtracted("hosted");
  const query = await searchParams;
  const token = one(query["token"]) ?? "";
  const { emailLinks } = await (await container()).hostedAt(await headers());
  const view = await emailLinks.verify(tenantSlug, token);
  if (!view) notFound();
  const { appearance, email, isNew, slug } = view;
  const frame = { appearance, poweredBy: appearance.poweredBy.account };
  const done = one(query["done"]);
  if (done === "changed")
    return (
      <HostedPage
        {...frame}
        title={t("Your address is changed")}
        description={t("From now on you sign in with the new one.")}
      >
        <HostedNext href={`/account/${slug}`}>{t("Go to your account")}</HostedNext>
      </HostedPage>
    );
  if (done !== null)
    return (
      <HostedPage {...frame} title={t("Your address is confirmed")} description={t("Thank you.")}>
        <p className="text-sm text-ink-soft">{t("This page can be closed.")}</p>
      </HostedPage>
    );
  if (email === null)
    return (
      <HostedPage
        {...frame}
        title={t("This link is not valid any more")}
        description={t("It was already used, it has expired, or your address has changed in the meantime.")}
      >
        <p className="text-sm text-ink-soft">{t("You can ask for a new one on your account page.")}</p>
      </HostedPage>
    );
  const error = one(query["error"]);
  return (
    <HostedPage
      {...frame}
      title={isNew ? t("Use this e-mail address?") : t("Is this your e-mail address?")}
      description={<span className="font-medium break-words text-ink">{email}</span>}
    >
      <form method="post" action={`/verify/${slug}/${isNew ? "change" : "confirm"}`} className="space-y-4">
        <LinkError error={error} />
        <input type="hidden" name="token" value={token} />
        {isNew && (
          <p className="text-sm text-ink-soft">
            {t("It replaces the current address of your account. You then sign in with it.")}
          </p>
        )}
        <HostedSubmit>{t("Confirm")}</HostedSubmit>
      </form>
    </HostedPage>
  );
}
