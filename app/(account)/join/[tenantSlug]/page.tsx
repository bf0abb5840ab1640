import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { JoinView } from "@/server/auth/email-links/email-links";
import { container } from "@/server/container";
import { shownName } from "@/server/domain/tenant-config/tenant-config.schema";
import {
  LinkError,
  HostedField,
  HostedNext,
  HostedSubmit,
  one,
  usePasswordRules,
  UserNameForManagers,
} from "../../_hosted/link-parts";
import { HostedPage } from "../../_hosted/hosted-page";

// The referrer policy hides the address from other sites, because the address contains the token of the invitation. The policy
// "no-referrer" would also remove the Origin header of the submitted form.
export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Invitation"), robots: { index: false }, referrer: "same-origin" };
}

/** Shows an invitation: the inviter, the role, and the fields that the invited person must fill in. */
export default async function JoinPage({ params, searchParams }: PageProps<"/join/[tenantSlug]">) {
  const { tenantSlug } = await params;
  const query = await searchParams;
  const token = one(query["token"]) ?? "";
  const { emailLinks, consoleSignIn } = await (await container()).hostedAt(await headers());
  const view = await emailLinks.join(tenantSlug, token);
  if (!view) notFound();
  const done = one(query["done"]);
  if (done !== null) return <Joined view={view} consoleSignIn={done === "admin" ? consoleSignIn : null} />;
  const credential = { token, proof: one(query["proof"]) ?? "" };
  return <Join view={view} credential={credential} error={one(query["error"])} />;
}

function Join({
  view,
  credential,
  error,
}: {
  view: JoinView;
  /** Parameters of the link. Only a link from a mail contains `proof`. A copied link does not prove the mailbox. */
  credential: { token: string; proof: string };
  error: string | null;
}) {
  const t = useExtracted("hosted");
  const { appearance, invitation, rules, slug } = view;
  const passwordHint = usePasswordRules(rules);
  const frame = { appearance, poweredBy: appearance.poweredBy.account };
  const organization = shownName(appearance);
  if (invitation === null)
    return (
      <HostedPage
        {...frame}
        title={t("This invitation is not valid any more")}
        description={t("It was accepted or revoked, or it has expired.")}
      >
        <p className="text-sm text-ink-soft">{t("Ask the person who invited you for a new one.")}</p>
      </HostedPage>
    );
  return (
    <HostedPage
      {...frame}
      title={t("You are invited to {organization}", { organization })}
      description={t.rich(
        "<b>{email}</b> becomes {isAdministrator, select, yes {an administrator} other {a user}} of {organization}.",
        {
          email: invitation.email,
          isAdministrator: invitation.userKind === "tenant_admin" ? "yes" : "no",
          organization,
          b: (chunks) => <span className="font-medium break-words text-ink">{chunks}</span>,
        },
      )}
    >
      <form method="post" action={`/join/${slug}/accept`} className="space-y-4">
        <LinkError error={error} rules={rules} />
        <input type="hidden" name="token" value={credential.token} />
        <input type="hidden" name="proof" value={credential.proof} />
        {invitation.isMember ? (
          <p className="text-sm text-ink-soft">
            {invitation.userKind === "tenant_admin"
              ? t(
                  "You already have an account here. If someone else could sign in to it before, its password and second factors stop working, and we notify you by e-mail.",
                )
              : t("You have an account here already. Its name and password stay as they are.")}
          </p>
        ) : (
          <>
            <UserNameForManagers email={invitation.email} />
            <HostedField
              label={t("Your name")}
              name="name"
              autoComplete="name"
              defaultValue={invitation.name ?? ""}
              maxLength={200}
              required
              autoFocus
            />
            <HostedField
              label={t("Password")}
              hint={passwordHint}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={rules.minLength}
              required
            />
          </>
        )}
        <HostedSubmit>{t("Accept the invitation")}</HostedSubmit>
      </form>
    </HostedPage>
  );
}

function Joined({
  view: { appearance, slug },
  consoleSignIn,
}: {
  view: JoinView;
  /** Address of the console's sign-in. Null if the user is not an administrator. */
  consoleSignIn: string | null;
}) {
  const t = useExtracted("hosted");
  return (
    <HostedPage
      appearance={appearance}
      poweredBy={appearance.poweredBy.account}
      title={t("Welcome to {organization}", { organization: shownName(appearance) })}
      description={
        consoleSignIn !== null
          ? t("You can sign in to the console now.")
          : t("Your account is ready. You can use it to sign in to the organization’s apps.")
      }
    >
      {consoleSignIn !== null ? (
        <HostedNext href={consoleSignIn}>{t("Sign in to the console")}</HostedNext>
      ) : (
        <HostedNext href={`/account/${slug}`}>{t("Go to your account")}</HostedNext>
      )}
    </HostedPage>
  );
}
