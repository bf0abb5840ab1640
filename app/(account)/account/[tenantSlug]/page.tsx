import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { redirect } from "next/navigation";
import { useExtracted } from "next-intl";
import { languages, locales } from "@/server/kernel/strings/languages";
import { Callout } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { container } from "@/server/container";
import { useUserFieldWords } from "@/components/user-field-words";
import type { OwnProfile } from "@/server/domain/account/profile.schema";
import { ownProfileFields, userFields } from "@/server/kernel/user-fields";
import { LeavingButton } from "@/components/ui/button";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";
import { AccountForm, ChoiceField, SubmitButton, TextField, CheckField } from "./_parts/account-form";
import { AccountFrame } from "./_parts/frame";
import { visitOf, openAccount, type OpenAccount } from "./_parts/open-account";
import { OwnPhone } from "./_parts/own-phone";
import { HostedPage } from "../../_hosted/hosted-page";
import { ContactChange, OwnContact } from "./_parts/own-contact";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Your account"), robots: { index: false } };
}

/** Account pages that a sign-in may return to. The sign-in stores the page in `state`. */
const pages = new Set(["security", "sessions", "notifications", "apps", "data", "act-as"]);

interface Props {
  params: Promise<{ tenantSlug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Profile page of the account. Every sign-in to the account returns to this page first. */
export default async function ProfilePage({ params, searchParams }: Props) {
  const { tenantSlug } = await params;
  const { state, error } = await searchParams;
  const visit = await visitOf(tenantSlug, "");
  // Shows a page instead of a redirect to the sign-in, because the person cancelled the sign-in.
  if (visit.state === "signed_out" && error !== undefined) {
    const { auth } = await container();
    return <Declined signIn={visit.signIn} appearance={await auth.appearance(visit.tenantId)} />;
  }
  // The visitor is an administrator who acts as the user in an app only. The administrator has cancelled the sign-in to the
  // account page. The redirect opens the page that lists the apps.
  if (visit.state === "acting_elsewhere" && error !== undefined) redirect(`/act-as/${visit.tenantId}`);
  const account = await openAccount(tenantSlug, "");
  if (typeof state === "string" && pages.has(state)) redirect(`/account/${tenantSlug}/${state}`);
  const [profile, phone, { recent }] = await Promise.all([
    account.view.profile(),
    account.view.phone(),
    account.view.factors(),
  ]);
  const t = await getExtracted("hosted");
  const fixed = !profile.mayChange;
  return (
    <AccountFrame account={account}>
      <Section
        title={t("Profile")}
        description={t("The information that your organization and its apps use to identify you.")}
      >
        <AccountForm slug={tenantSlug} page="" name="profile">
          {fixed && (
            <Callout>
              {t("Your organization manages this information. Ask an administrator to change it.")}
            </Callout>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <ProfileFields profile={profile} />
            <ChoiceField
              name="language"
              label={t("Language")}
              hint={t("The language of your e-mails and messages.")}
              options={locales.map((value) => ({ value, label: languages[value] }))}
              defaultValue={profile.language ?? ""}
              none={t("Organization default")}
              required={profile.language !== null}
              disabled={fixed}
            />
            {profile.fields.map((field) => (
              <OwnField key={field.fieldName} field={field} disabled={fixed} />
            ))}
          </div>
          {!fixed && <SubmitButton>{t("Save")}</SubmitButton>}
        </AccountForm>
      </Section>
      <OwnAddress account={account} profile={profile} recent={recent} />
      <OwnPhone account={account} own={phone} mayChange={profile.mayChange} recent={recent} />
    </AccountFrame>
  );
}

/** Inputs for the profile fields that the user may change. */
function ProfileFields({ profile }: { profile: OwnProfile }) {
  const words = useUserFieldWords();
  return ownProfileFields.map((name) => (
    <TextField
      key={name}
      name={name}
      label={words(name)}
      autoComplete={userFields[name].ownProfile.autoComplete}
      defaultValue={profile[name] ?? ""}
      maxLength={userFields[name].maxLength}
      disabled={!profile.mayChange}
    />
  ));
}

/** Page for a person who cancelled the sign-in. */
function Declined({ signIn, appearance }: { signIn: string; appearance: Appearance }) {
  const t = useExtracted("hosted");
  return (
    <HostedPage
      appearance={appearance}
      poweredBy={appearance.poweredBy.account}
      title={t("You are not signed in")}
      description={t("Only you can open your account page.")}
    >
      <LeavingButton href={signIn} variant="primary" className="h-9 w-full">
        {t("Sign in")}
      </LeavingButton>
    </HostedPage>
  );
}

/** Shows the user's sign-in address, its confirmation state and the form that changes the address. */
function OwnAddress({
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

const inputTypes = { text: "text", number: "text", date: "date", url: "url", email: "email" } as const;

function useVisibilityWords() {
  const t = useExtracted("hosted");
  return {
    user_private: t("Only you and administrators see this."),
    user_public: t("Others in your organization can see this."),
    admin_only: "",
  };
}

/** Custom profile field of the organization. The control depends on the type of the field. */
function OwnField({ field, disabled }: { field: OwnProfile["fields"][number]; disabled: boolean }) {
  const visibilityWords = useVisibilityWords();
  const { fieldName, fieldType, displayLabel, description, visibility, isMandatory, options, value } = field;
  const common = {
    name: `values.${fieldName}`,
    label: displayLabel,
    hint: [description, visibilityWords[visibility]].filter(Boolean).join(" "),
    disabled,
  };
  if (fieldType === "boolean") return <CheckField {...common} defaultChecked={value === true} />;
  const text = value === null ? "" : String(value);
  if (fieldType === "select")
    return <ChoiceField {...common} options={options ?? []} defaultValue={text} required={isMandatory} />;
  return (
    <TextField
      {...common}
      type={inputTypes[fieldType]}
      {...(fieldType === "number" && { inputMode: "decimal" as const })}
      defaultValue={text}
      required={isMandatory}
    />
  );
}
