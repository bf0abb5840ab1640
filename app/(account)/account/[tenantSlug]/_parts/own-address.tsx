import { useExtracted } from "next-intl";
import { Section } from "@/components/ui/page/page";
import type { OwnProfile } from "@/server/domain/account/profile.schema";
import { AccountForm, SubmitButton, TextField } from "./account-form";
import type { OpenAccount } from "./open-account";
import { ContactChange, OwnContact } from "./own-contact";

/** Shows the user's sign-in address, its confirmation state and the form that changes the address. */
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
        <OwnContact
          value={email ?? userName}
          confirmed={email === null ? null : emailVerified}
          {...(!emailProvedHere && { confirmedText: t("Confirmed by your sign-in provider") })}
        />
        {email !== null && !emailProvedHere && !actedBy && (
          <AccountForm slug={slug} page="" name="verify-email">
            <SubmitButton variant="secondary">{t("Send a mail to confirm it")}</SubmitButton>
          </AccountForm>
        )}
        <ContactChange account={account} mayChange={mayChange} recent={recent}>
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
        </ContactChange>
      </div>
    </Section>
  );
}
