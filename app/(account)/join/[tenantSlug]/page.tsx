import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Callout } from "@/components/ui/feedback";
import type { JoinView } from "@/server/auth/doors/doors";
import { container } from "@/server/container";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import {
  doorErrors,
  HostedField,
  HostedNext,
  HostedSubmit,
  one,
  passwordRules,
  UserNameForManagers,
} from "../../_hosted/door-parts";
import { HostedPage } from "../../_hosted/hosted-card";

// The address holds the invitation's token: no other site may be told of it. Not "no-referrer", which takes the origin from
// the form that is sent, too.
export const metadata: Metadata = {
  title: "Invitation",
  robots: { index: false },
  referrer: "same-origin",
};

/** An invitation: who invites whom to be what, and what is still needed of them. */
export default async function JoinPage({ params, searchParams }: PageProps<"/join/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const query = await searchParams;
  const token = one(query["token"]) ?? "";
  const { auth } = await container();
  const view = await auth.doors.join(tenantSlug, token);
  if (!view) notFound();
  const done = one(query["done"]);
  if (done !== null) return <Joined view={view} isAdministrator={done === "admin"} />;
  return <Join view={view} token={token} error={one(query["error"])} />;
}

function Join({ view, token, error }: { view: JoinView; token: string; error: string | null }) {
  const { appearance, invitation, rules, slug } = view;
  const frame = { appearance, poweredBy: appearance.poweredBy.account };
  const organization = shownName(appearance);
  if (invitation === null)
    return (
      <HostedPage
        {...frame}
        title="This invitation is not valid any more"
        description="It was accepted or taken back, or its time is over."
      >
        <p className="text-sm text-ink-soft">Ask whoever invited you for a new one.</p>
      </HostedPage>
    );
  const role = invitation.userKind === "tenant_admin" ? "an administrator" : "a user";
  return (
    <HostedPage
      {...frame}
      title={`You are invited to ${organization}`}
      description={
        <>
          <span className="font-medium break-words text-ink">{invitation.email}</span> becomes {role} of{" "}
          {organization}.
        </>
      }
    >
      <form method="post" action={`/join/${slug}/accept`} className="space-y-4">
        {error !== null && doorErrors[error] && (
          <Callout tone="danger">
            {doorErrors[error]} {error === "password" && passwordRules(rules)}
          </Callout>
        )}
        <input type="hidden" name="token" value={token} />
        {invitation.isMember ? (
          <p className="text-sm text-ink-soft">
            You have an account here already. Its name and password stay as they are.
          </p>
        ) : (
          <>
            <UserNameForManagers email={invitation.email} />
            <HostedField
              label="Your name"
              name="name"
              autoComplete="name"
              defaultValue={invitation.name ?? ""}
              maxLength={200}
              required
              autoFocus
            />
            <HostedField
              label="Password"
              hint={passwordRules(rules)}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={rules.minLength}
              required
            />
          </>
        )}
        <HostedSubmit>Accept the invitation</HostedSubmit>
      </form>
    </HostedPage>
  );
}

const Joined = ({
  view: { appearance, slug },
  isAdministrator,
}: {
  view: JoinView;
  isAdministrator: boolean;
}) => (
  <HostedPage
    appearance={appearance}
    poweredBy={appearance.poweredBy.account}
    title={`Welcome to ${shownName(appearance)}`}
    description={
      isAdministrator
        ? "You can sign in to the console now."
        : "Your account is there. You can sign in to the apps of the organization with it."
    }
  >
    {isAdministrator ? (
      <HostedNext href="/sign-in">Sign in to the console</HostedNext>
    ) : (
      <HostedNext href={`/account/${slug}`}>Go to your account</HostedNext>
    )}
  </HostedPage>
);
