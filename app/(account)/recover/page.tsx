import type { Metadata } from "next";
import { AuthLayout } from "@/components/shell/auth-layout";
import { Callout } from "@/components/ui/feedback";
import { doorErrors, HostedField, HostedSubmit, one } from "../_hosted/door-parts";

export const metadata: Metadata = { title: "Forgotten password", robots: { index: false } };

/** An administrator's forgotten password: a link for each organization that the address administers. */
export default async function ConsoleRecoverPage({ searchParams }: PageProps<"/recover">) {
  const query = await searchParams;
  const signIn = (
    <a href="/sign-in" className="rounded underline hover:text-ink">
      Back to signing in
    </a>
  );
  if (one(query["sent"]) !== null)
    return (
      <AuthLayout
        title="Look into your mailbox"
        description="If an administrator has this address, a mail with a link is on its way to it: one for each organization. A link works once, within 30 minutes."
        footer={signIn}
      >
        <p className="text-sm text-ink-soft">
          Nothing there after a few minutes? Look among the junk mail, check the address, and{" "}
          <a href="/recover" className="rounded underline hover:text-ink">
            ask again
          </a>
          .
        </p>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Forgot your password?"
      description="For administrators. We send you a link by which you can choose a new one."
      footer={signIn}
    >
      <form method="post" action="/recover/-/ask" className="space-y-4">
        {one(query["error"]) === "throttled" && <Callout tone="danger">{doorErrors["throttled"]}</Callout>}
        <HostedField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
          autoFocus
        />
        <HostedSubmit>Send the link</HostedSubmit>
      </form>
    </AuthLayout>
  );
}
