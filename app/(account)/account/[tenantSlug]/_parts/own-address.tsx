import { useExtracted } from "next-intl";
import { LeavingButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import type { OwnProfile } from "@/server/domain/account/profile.schema";
import { AccountForm, SubmitButton, TextField } from "./account-form";
import type { OpenAccount } from "./open-account";

/** Shows the e-mail address that the user signs in with, its confirmation, and how to change it. */
export function OwnAddress({
  account,
  profile: { email, emailVerified, emailProvedHere, userName, mayChange },
  recent,
}: {
  account: OpenAccount;
  profile: OwnProfile;
  /** True if the user signed in a short time ago. */
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  const { slug, actedBy } = account;
  return (
    <Section title={t("E-mail address")} description={t("You sign in with it and receive e-mails there.")}>
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 font-medium break-words">{email ?? userName ?? t("None")}</span>
          {email !== null &&
            (emailVerified ? (
              <Badge tone="success">
                {emailProvedHere ? t("Confirmed") : t("Confirmed by your sign-in provider")}
              </Badge>
            ) : (
              <Badge tone="warning">{t("Not confirmed yet")}</Badge>
            ))}
        </div>
        {email !== null && !emailProvedHere && !actedBy && (
          <AccountForm slug={slug} page="" name="verify-email">
            <SubmitButton variant="secondary">{t("Send a mail to confirm it")}</SubmitButton>
          </AccountForm>
        )}
        {!mayChange ? (
          <p className="text-sm text-ink-soft">{t("An administrator can change it.")}</p>
        ) : actedBy ? (
          <p className="text-sm text-ink-soft">{t("Only the person themselves can change it.")}</p>
        ) : recent ? (
          <AccountForm slug={slug} page="" name="email">
            <TextField
              name="email"
              label={t("New address")}
              hint={t("We send a mail there. The address changes when you use the link in it.")}
              type="email"
              autoComplete="email"
              maxLength={254}
              required
            />
            <SubmitButton variant="secondary">{t("Change the address")}</SubmitButton>
          </AccountForm>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
            <p>{t("You can change it shortly after signing in.")}</p>
            <LeavingButton href={account.signInAgain} size="sm">
              {t("Sign in again")}
            </LeavingButton>
          </div>
        )}
      </div>
    </Section>
  );
}
