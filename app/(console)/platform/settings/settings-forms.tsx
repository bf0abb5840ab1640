"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { inFormFields } from "@/components/form/conflicts";
import { CheckboxField, Form, NumberField, SubmitButton, TextField } from "@/components/form/form";
import { PageHeader, Section } from "@/components/ui/page/page";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useOptionWords } from "../../_frame/sign-ins/sign-in-words";
import { useAction } from "../../_frame/use-action";

const schemas = () => import("./settings-schemas");
const passwordPolicy = async () => (await schemas()).PasswordPolicy;
const tokenForm = async () => (await schemas()).TokenForm;
const signInForm = async () => (await schemas()).SignInForm;
const signInOptions = async () => (await schemas()).SignInOptions;
const slugForm = async () => (await schemas()).SlugForm;

/** Splits a line of slugs at blanks and commas. */
const slugsIn = (line: string) => line.split(/[\s,]+/).filter(Boolean);
const lineOf = (slugs: unknown) => (slugs as string[]).join(", ");

/** Returns the settings of the platform and the function that updates them. */
function useSettings() {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.settings.get.queryOptions({}));
  const update = useAction(trpc.platform.settings.update.mutationOptions(), () =>
    t("The settings were saved."),
  );
  return { query, update };
}

interface GroupProps {
  settings: NonNullable<ReturnType<typeof useSettings>["query"]["data"]>;
  update: ReturnType<typeof useSettings>["update"];
}

/** Page with the settings of the platform. Each group of settings has its own form. */
export function PlatformSettingsForms() {
  const t = useExtracted("platform");
  const { query, update } = useSettings();
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const group = { settings: query.data, update };
  return (
    <>
      <PageHeader title={t("Policies")} description={t("Applies to every organization of this platform.")} />
      <div className="max-w-5xl gap-4 lg:columns-2 [&>section]:mb-4 [&>section]:break-inside-avoid">
        <Passwords {...group} />
        <Tokens {...group} />
        <ConsoleSignIn {...group} />
        <AllowedSignInOptions {...group} />
        <ReservedSlugs {...group} />
      </div>
    </>
  );
}

function Passwords({ settings, update }: GroupProps) {
  const t = useExtracted("platform");
  return (
    <Section
      title={t("Passwords")}
      description={t("For owners created with an organization, and for everyone who changes their password.")}
    >
      <Form
        schema={passwordPolicy}
        defaultValues={settings.passwordPolicy}
        onSubmit={(passwordPolicy, seen) => update({ passwordPolicy, ...seen })}
      >
        <NumberField
          name="minLength"
          label={t("Minimum length")}
          min={8}
          max={128}
          hint={t("8 to 128 characters")}
        />
        <CheckboxField name="refuseAddress" label={t("Refuse passwords that contain the address")} />
        <CheckboxField
          name="refuseCommon"
          label={t("Refuse common passwords")}
          hint={t("Passwords that attackers try first.")}
        />
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}

function Tokens({ settings, update }: GroupProps) {
  const t = useExtracted("platform");
  // The form receives only the settings of its group, because its schema refuses other settings.
  const { maxAccessTokenSeconds, maxRefreshTokenDays, managementTokenSeconds } = settings;
  const { signingKeyDays, requestsPerMinute } = settings;
  const lifetimes = { maxAccessTokenSeconds, maxRefreshTokenDays, managementTokenSeconds };
  const tokens = { ...lifetimes, signingKeyDays, requestsPerMinute };
  return (
    <Section title={t("Tokens")} description={t("Maximum values for the token policy of an organization.")}>
      <Form
        schema={tokenForm}
        defaultValues={tokens}
        onSubmit={(values, seen) => update({ ...values, ...seen })}
      >
        <NumberField
          name="maxAccessTokenSeconds"
          label={t("Access tokens, at most (seconds)")}
          hint={t("300 to 86,400")}
        />
        <NumberField
          name="maxRefreshTokenDays"
          label={t("Refresh tokens, at most (days)")}
          hint={t("1 to 365")}
        />
        <NumberField
          name="managementTokenSeconds"
          label={t("Management access tokens (seconds)")}
          hint={t("60 to 86,400; for tokens issued from now on")}
        />
        <NumberField
          name="signingKeyDays"
          label={t("Signing keys, replaced after (days)")}
          hint={t("0 to 3,650; 0 for never. A new key is published a day before it signs.")}
        />
        <NumberField
          name="requestsPerMinute"
          label={t("Requests a minute, for each credential")}
          hint={t("Counted in each instance")}
        />
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}

function ConsoleSignIn({ settings, update }: GroupProps) {
  const t = useExtracted("platform");
  const { consoleSessionHours, lockAfterFailures, lockMinutes, administratorSecondFactor } = settings;
  const signIns = { consoleSessionHours, lockAfterFailures, lockMinutes, administratorSecondFactor };
  return (
    <Section title={t("Console sign-in")}>
      <Form
        schema={signInForm}
        defaultValues={signIns}
        onSubmit={(values, seen) => update({ ...values, ...seen })}
      >
        <NumberField
          name="consoleSessionHours"
          label={t("Session lifetime (hours)")}
          hint={t("1 to 720; for sign-ins from now on")}
        />
        <NumberField
          name="lockAfterFailures"
          label={t("Lock after wrong passwords")}
          hint={t("3 to 100 in a row")}
        />
        <NumberField name="lockMinutes" label={t("Locked for (minutes)")} hint={t("1 to 1,440")} />
        <CheckboxField
          name="administratorSecondFactor"
          label={t("Platform administrators need a second factor")}
          hint={t(
            "Administrators without one set it up at the next sign-in. Organizations require theirs by tags.",
          )}
        />
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}

function AllowedSignInOptions({ settings, update }: GroupProps) {
  const t = useExtracted("platform");
  const options = Object.entries(useOptionWords());
  return (
    <Section
      title={t("Allowed sign-in options")}
      description={t(
        "Options that organizations may switch on. If you remove one, it is off everywhere at once. If you allow it again, each organization gets its previous setting back.",
      )}
    >
      <Form
        schema={signInOptions}
        defaultValues={settings.allowedSignInOptions}
        onSubmit={(allowedSignInOptions, seen) => update({ allowedSignInOptions, ...seen })}
      >
        {options.map(([name, words]) => (
          <CheckboxField key={name} name={name} {...words} />
        ))}
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}

function ReservedSlugs({ settings, update }: GroupProps) {
  const t = useExtracted("platform");
  return (
    <Section
      title={t("Reserved slugs")}
      description={t("Names that new organizations cannot use in their address.")}
    >
      <Form
        schema={slugForm}
        defaultValues={{ reservedSlugs: lineOf(settings.reservedSlugs) }}
        onSubmit={({ reservedSlugs }, { $basedOn }) =>
          update({
            reservedSlugs: slugsIn(reservedSlugs),
            $basedOn: { reservedSlugs: slugsIn(String($basedOn["reservedSlugs"])) },
          }).catch(inFormFields(({ reservedSlugs }) => ({ reservedSlugs: lineOf(reservedSlugs) })))
        }
      >
        <TextField
          name="reservedSlugs"
          label={t("Slugs, separated by commas")}
          hint={t("Lower-case letters and digits. Names that the console uses are always reserved.")}
        />
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}
