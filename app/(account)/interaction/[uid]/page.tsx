import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { container } from "@/server/container";
import { Expired } from "./expired";
import { LinkPage } from "./link";
import { ActingRefused, Consent, Refused, SignIn } from "./steps";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Sign in"), robots: { index: false } };
}

interface Props {
  params: Promise<{ uid: string }>;
  searchParams: Promise<{ error?: string | string[]; link?: string | string[] }>;
}

/** Page of a sign-in to an app. Shows one step: identification, access check or consent. The forms work without scripts. */
export default async function InteractionPage({ params, searchParams }: Props) {
  const header = (await cookies()).toString();
  const { uid } = await params;
  const { error, link } = await searchParams;
  const outcome = typeof error === "string" ? error : null;
  const { hostedAt, pageAddress } = await container();
  const from = await headers();
  const { interactions } = await hostedAt(from);
  // The parameter has the form `<tenant>.<secret>`. The page uses only the secret.
  const token = typeof link === "string" ? link.slice(link.indexOf(".") + 1) : null;
  const linked = token === null ? null : await interactions.describeLink(uid, header);
  if (token !== null && linked) return <LinkPage uid={uid} view={linked} token={token} outcome={outcome} />;
  const signs = { ip: pageAddress(from), userAgent: from.get("user-agent") };
  const view = await interactions.describe(uid, header, signs);
  if (!view) {
    const appearance = await interactions.brandOfLost(uid);
    if (appearance === null) notFound();
    return <Expired appearance={appearance} />;
  }
  if (view.acting?.why) return <ActingRefused uid={uid} view={view} />;
  if (view.prompt === "consent") return <Consent uid={uid} view={view} />;
  if (view.prompt === "access") return <Refused uid={uid} view={view} />;
  return view.signIn && <SignIn uid={uid} view={view} signIn={view.signIn} outcome={outcome} />;
}
