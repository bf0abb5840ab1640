import type { Metadata } from "next";
import Link from "next/link";
import { AuthLayout } from "@/components/shell/auth-layout";
import { container } from "@/server/container";
import { AskForLinkForm, HostedNext, NewPasswordForm, NothingArrived, one } from "../_hosted/door-parts";

// The address may hold a link's token: no other site may be told of it.
export const metadata: Metadata = {
  title: "Forgotten password",
  robots: { index: false },
  referrer: "same-origin",
};

const BackToSignIn = () => (
  <Link href="/sign-in" className="rounded underline hover:text-ink">
    Back to signing in
  </Link>
);

/**
 * An administrator's forgotten password: a link for each organization that the address administers, and one for the platform;
 * the latter leads here.
 */
export default async function ConsoleRecoverPage({ searchParams }: PageProps<"/recover">) {
  const query = await searchParams;
  const token = one(query["token"]);
  const error = one(query["error"]);
  if (one(query["done"]) !== null)
    return (
      <AuthLayout title="Your password was changed" description="You can sign in with it now.">
        <HostedNext href="/sign-in">Sign in to the console</HostedNext>
      </AuthLayout>
    );
  if (one(query["sent"]) !== null)
    return (
      <AuthLayout
        title="Look into your mailbox"
        description="If an administrator has this address, a mail with a link is on its way to it: one for each organization. A link works once, within 30 minutes."
        footer={<BackToSignIn />}
      >
        <NothingArrived again="/recover" />
      </AuthLayout>
    );
  const { auth } = await container();
  const { choose, rules } = await auth.doors.recoverPlatform(token);
  if (token !== null && choose && error !== "expired")
    return (
      <AuthLayout
        title="Choose a new password"
        description="Wherever you are signed in now, you will be signed out."
      >
        <NewPasswordForm action="/recover/-/reset" token={token} rules={rules} error={error} />
      </AuthLayout>
    );
  const expired = token !== null;
  return (
    <AuthLayout
      title={expired ? "This link is not valid any more" : "Forgot your password?"}
      description={
        expired
          ? "It was used already, or it is too old. You can ask for a new one here."
          : "For administrators. We send you a link by which you can choose a new one."
      }
      footer={<BackToSignIn />}
    >
      <AskForLinkForm action="/recover/-/ask" throttled={error === "throttled"} />
    </AuthLayout>
  );
}
