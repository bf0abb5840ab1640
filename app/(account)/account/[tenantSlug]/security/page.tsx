import {
  KeyRound,
  LifeBuoy,
  Mail,
  MessageSquare,
  ShieldCheck,
  Smartphone,
  type LucideIcon,
} from "lucide-react";
import type { Metadata } from "next";
import { LinkButton } from "@/components/ui/button";
import { Badge, Callout, EmptyState } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { OwnFactor } from "@/server/domain/factors/own-factors.schema";
import { AccountForm, SubmitButton, TextField } from "../_parts/account-form";
import { AskFirst } from "../_parts/ask-first";
import { AccountFrame } from "../_parts/frame";
import { openAccount } from "../_parts/open-account";
import { PasskeyForm } from "../_parts/passkey-form";
import { RecoveryCodes } from "../_parts/recovery-codes";
import { SignInAgain } from "../_parts/sign-in-again";

export const metadata: Metadata = { title: "Security", robots: { index: false } };

const kinds: Record<OwnFactor["kind"], { words: string; Icon: LucideIcon }> = {
  webauthn: { words: "Passkey", Icon: KeyRound },
  totp: { words: "Authenticator app", Icon: Smartphone },
  email: { words: "Code by e-mail", Icon: Mail },
  sms: { words: "Code by text message", Icon: MessageSquare },
  recovery_codes: { words: "Recovery codes", Icon: LifeBuoy },
};

/** How a person proves who they are. */
export default async function SecurityPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "security");
  const { factors, passkeys, required, hasPassword, recent } = await account.view.factors();
  const ways = factors.filter(({ kind }) => kind !== "recovery_codes");
  const recovery = factors.find(({ kind }) => kind === "recovery_codes");
  return (
    <AccountFrame account={account}>
      {!recent && <SignInAgain href={account.signInAgain} what="Adding or removing a second factor" />}
      <Section
        title="Second factors"
        description="What you show beside your password when you sign in."
        actions={
          recent && (
            <LinkButton href={`/account/${slug}/security/authenticator`} size="sm">
              <Smartphone aria-hidden />
              Add an authenticator app
            </LinkButton>
          )
        }
        flush
      >
        {ways.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="Only a password protects your account">
            {required
              ? "Your organization requires a second factor: add one here."
              : "With a second factor, nobody who learns it can sign in as you."}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {ways.map((factor) => (
              <FactorItem
                key={factor.factorId}
                slug={slug}
                factor={factor}
                last={ways.length === 1}
                {...{ required, recent }}
              />
            ))}
          </ul>
        )}
      </Section>
      {passkeys && (
        <Section
          title="Add a passkey"
          description="Sign in with your fingerprint, your face, your device’s PIN or a security key."
        >
          {recent ? <PasskeyForm slug={slug} /> : <p className="text-ink-soft">Sign in again to add one.</p>}
        </Section>
      )}
      {ways.length > 0 && (
        <Section
          title="Recovery codes"
          description="For when you have lost your second factor. Each opens your account once."
        >
          {recovery ? (
            <p className="mb-3 flex flex-wrap items-center gap-2">
              <Badge tone={recovery.codesLeft! > 2 ? "success" : "warning"}>
                {recovery.codesLeft} of 10 left
              </Badge>
              <span className="text-sm text-ink-faint">
                made <RelativeTime at={recovery.createdAt} />
              </span>
            </p>
          ) : (
            <div className="mb-3">
              <Callout tone="warning">
                You have none. If you lose your second factor, only an administrator can let you in again.
              </Callout>
            </div>
          )}
          {recent && <RecoveryCodes slug={slug} replaces={recovery !== undefined} />}
        </Section>
      )}
      {hasPassword && (
        <Section title="Password" description="Changing it ends your other sessions.">
          <AccountForm slug={slug} page="security" name="password">
            <input type="hidden" name="username" autoComplete="username" value={account.person.email ?? ""} />
            <TextField
              name="currentPassword"
              label="Current password"
              type="password"
              autoComplete="current-password"
              required
            />
            <TextField
              name="newPassword"
              label="New password"
              type="password"
              autoComplete="new-password"
              required
            />
            <SubmitButton>Change password</SubmitButton>
          </AccountForm>
        </Section>
      )}
    </AccountFrame>
  );
}

function FactorItem({
  slug,
  factor,
  last,
  required,
  recent,
}: {
  slug: string;
  factor: OwnFactor;
  last: boolean;
  required: boolean;
  recent: boolean;
}) {
  const { words, Icon } = kinds[factor.kind];
  const name = factor.label ?? words;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
      <span className="flex min-w-0 flex-1 basis-48 items-center gap-3">
        <Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />
        <span className="min-w-0">
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
          <span className="block text-sm text-ink-faint">
            {factor.label && `${words}, `}added <RelativeTime at={factor.createdAt} />,{" "}
            {factor.lastUsedAt ? (
              <>
                last used <RelativeTime at={factor.lastUsedAt} />
              </>
            ) : (
              "never used"
            )}
          </span>
        </span>
      </span>
      {recent && !(last && required) && (
        <AskFirst
          slug={slug}
          page="security"
          form="remove-factor"
          fields={{ factorId: factor.factorId }}
          label="Remove"
          about={name}
          action={`Remove this ${words.toLowerCase()}`}
        >
          {last
            ? "It is your only one: your password alone will open your account, and your recovery codes end."
            : "It will not open your account any more."}
        </AskFirst>
      )}
      {last && required && <Badge>Required</Badge>}
    </li>
  );
}
