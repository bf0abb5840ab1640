import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { currentSession } from "@/app/workspace";
import { AuthLayout } from "@/components/shell/auth-layout";
import { container } from "@/server/container";
import { FlowSteps } from "../_hosted/flow-steps";
import { headingOf, saidOf } from "../_hosted/flow-words";
import { HandOver } from "./hand-over";

export const metadata: Metadata = { title: "Sign in" };

/** The console's sign-in: the same steps as for apps, and at their end a code for next-auth. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ error?: string | string[] }>;
}) {
  if (await currentSession()) redirect("/");
  const { error } = await searchParams;
  const { auth, pageAddress } = await container();
  const from = await headers();
  const visitor = { ip: pageAddress(from), userAgent: from.get("user-agent") };
  const view = await auth.consolePages.describe((await cookies()).toString(), visitor);
  if (view.ready !== null)
    return (
      <AuthLayout title="Signing you in">
        <HandOver code={view.ready} />
      </AuthLayout>
    );
  const { title, description = "For administrators of an organization or of the platform." } = headingOf(
    view,
    "the console",
  );
  return (
    <AuthLayout title={title} description={description}>
      <FlowSteps
        base="/sign-in"
        view={view}
        {...saidOf(error)}
        loginHint={null}
        mayBeRemembered={false}
        recoverHref="/recover"
      />
    </AuthLayout>
  );
}
