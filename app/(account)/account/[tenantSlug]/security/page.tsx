import { ShieldCheck, Smartphone } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/ui/link-button";
import { Badge, Callout, EmptyState } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { OwnFactor, OwnFactors } from "@/server/domain/factors/own-factors.schema";
import {
  factorKindNames,
  isSecondFactor,
  type FactorKind,
} from "@/server/domain/sign-in-methods/factor-kinds.schema";
import { AccountForm, SubmitButton, TextField } from "../_parts/account-form";
import { CodeFactor } from "../_parts/code-factor";
import { FactorItem } from "../_parts/factor-item";
import { AccountFrame } from "../_parts/frame";
import { OnlyThemselves } from "../_parts/only-themselves";
import { openAccount } from "../_parts/open-account";
import { PasskeyForm } from "../_parts/passkey-form";
import { RecoveryCodes } from "../_parts/recovery-codes";
import { Rows } from "@/components/ui/page/rows";
import { SignInAgain } from "../_parts/sign-in-again";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Security"), robots: { index: false } };
}

/** Shows the password and the second factors of the user. */
export default async function SecurityPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "security");
  const view = await account.view.factors();
  const { factors, required, hasPassword } = view;
  const t = await getExtracted("hosted");
  const own = account.actedBy === undefined;
  const recent = own && view.recent;
  const recovery = factors.find(({ codesLeft }) => codesLeft !== null);
  const ways = factors.filter((factor) => factor !== recovery);
  const counting = factors.filter(isSecondFactor);
  return (
    <AccountFrame account={account}>
      {!own && <OnlyThemselves person={account.person} />}
      {own && !recent && (
        <SignInAgain href={account.signInAgain} what={t("Adding or removing a second factor")} />
      )}
      <Section
        title={t("Second factors")}
        description={t("Used in addition to your password when you sign in.")}
        actions={
          recent && (
            <LinkButton href={`/account/${slug}/security/authenticator`} size="sm">
              <Smartphone aria-hidden />
              {t("Add an authenticator app")}
            </LinkButton>
          )
        }
        flush
      >
        {ways.length === 0 ? (
          <EmptyState icon={ShieldCheck} title={t("Only a password protects your account")}>
            {required
              ? t("Your organization requires a second factor: add one here.")
              : t("With a second factor, a person who learns your password cannot sign in as you.")}
          </EmptyState>
        ) : (
          <Rows>
            {ways.map((factor) => (
              <FactorItem
                key={factor.factorId}
                slug={slug}
                factor={factor}
                hosts={account.hosts}
                last={counting.length === 1 && counting.includes(factor)}
                {...{ required, recent }}
              />
            ))}
          </Rows>
        )}
      </Section>
      {own &&
        factorKindNames.map((kind) => {
          const Add = additions[kind];
          return Add && <Add key={kind} {...{ kind, slug, view, recent }} host={account.hosts.here} />;
        })}
      {ways.length > 0 && <Recovery slug={slug} recovery={recovery} recent={recent} />}
      {own && hasPassword && <Password slug={slug} email={account.person.email} />}
    </AccountFrame>
  );
}

interface Adding {
  kind: FactorKind;
  slug: string;
  view: OwnFactors;
  recent: boolean;
  /** Host name of this page. */
  host: string;
}

/** The sections that add factors. An authenticator app has a page of its own, and recovery codes are made below. */
const additions: Record<FactorKind, ((adding: Adding) => ReactNode) | null> = {
  totp: null,
  webauthn: AddPasskey,
  email: AddCode,
  sms: AddCode,
  recovery_codes: null,
};

function AddPasskey({ slug, view, recent, host }: Adding) {
  const t = useExtracted("hosted");
  if (!view.passkeys) return null;
  return (
    <Section
      title={t("Add a passkey")}
      description={t(
        "Sign in with your fingerprint, your face, your device’s PIN or a security key. A passkey works only at the address where it was created, here {host}.",
        { host },
      )}
    >
      {recent ? (
        <PasskeyForm slug={slug} />
      ) : (
        <p className="text-ink-soft">{t("Sign in again to add one.")}</p>
      )}
    </Section>
  );
}

function AddCode({ kind, slug, view, recent }: Adding) {
  const code = view.codes.find((each) => each.kind === kind);
  return code && <CodeFactor slug={slug} code={code} recent={recent} />;
}

function Recovery({
  slug,
  recovery,
  recent,
}: {
  slug: string;
  recovery: OwnFactor | undefined;
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  return (
    <Section
      title={t("Recovery codes")}
      description={t("Use one if you lose your second factor. Each code works once.")}
    >
      {recovery ? (
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <Badge tone={recovery.codesLeft! > 2 ? "success" : "warning"}>
            {t("{left, number} of 10 left", { left: recovery.codesLeft! })}
          </Badge>
          <span className="text-sm text-ink-faint">
            {t.rich("created <time></time>", { time: () => <RelativeTime at={recovery.createdAt} /> })}
          </span>
        </p>
      ) : (
        <div className="mb-3">
          <Callout tone="warning">
            {t(
              "You have no recovery codes. If you lose your second factor, only an administrator can restore your access.",
            )}
          </Callout>
        </div>
      )}
      {recent && <RecoveryCodes slug={slug} replaces={recovery !== undefined} />}
    </Section>
  );
}

function Password({ slug, email }: { slug: string; email: string | null }) {
  const t = useExtracted("hosted");
  return (
    <Section title={t("Password")} description={t("Changing it ends your other sessions.")}>
      <AccountForm slug={slug} page="security" name="password">
        <input type="hidden" name="username" autoComplete="username" value={email ?? ""} />
        <TextField
          name="currentPassword"
          label={t("Current password")}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          name="newPassword"
          label={t("New password")}
          type="password"
          autoComplete="new-password"
          required
        />
        <SubmitButton>{t("Change password")}</SubmitButton>
      </AccountForm>
    </Section>
  );
}
