import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { returnPath } from "@/app/return-path";
import { currentSession } from "@/app/workspace";
import type { SignInView } from "@/server/auth/sign-in/view";
import { container } from "@/server/container";
import { FlowSteps } from "../_hosted/flow-steps";
import { useHeading } from "../_hosted/flow-words";
import { PlainPage } from "../_hosted/hosted-page";
import { HandOver } from "./hand-over";
import { KeepReturn } from "./keep-return";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Sign in") };
}

/** Sign-in page of the console. Shows the same steps as a sign-in to an app. The last step creates a code for next-auth. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ error?: string | string[]; to?: string | string[] }>;
}) {
  const { error, to } = await searchParams;
  const wanted = returnPath(to);
  if (await currentSession()) redirect(wanted ?? "/");
  const { auth, pageAddress } = await container();
  const from = await headers();
  const visitor = { ip: pageAddress(from), userAgent: from.get("user-agent") };
  const view = await auth.consolePages.describe((await cookies()).toString(), visitor);
  const t = await getExtracted("hosted");
  if (view.ready !== null)
    return (
      <PlainPage title={t("Signing you in")}>
        {wanted !== null && <KeepReturn to={wanted} />}
        <HandOver code={view.ready} again={error === "again"} />
      </PlainPage>
    );
  return (
    <>
      {wanted !== null && <KeepReturn to={wanted} />}
      <Steps view={view} outcome={typeof error === "string" ? error : null} />
    </>
  );
}

function Steps({
  view,
  outcome,
}: {
  view: SignInView & { loginHint: string | null };
  outcome: string | null;
}) {
  const t = useExtracted("hosted");
  const { title, description = t("For administrators of an organization or of the platform.") } = useHeading(
    view,
    null,
  );
  return (
    <PlainPage title={title} description={description}>
      <FlowSteps
        base="/sign-in"
        view={view}
        outcome={outcome}
        loginHint={view.loginHint}
        mayBeRemembered={false}
        recoverHref="/recover"
      />
    </PlainPage>
  );
}
