"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, NumberField, SubmitButton, TextField } from "@/components/form/form";
import { Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page";
import { QueryError } from "../../_frame/query-error";
import { optionWords } from "../../_frame/sign-in-option-words";
import { useAction } from "../../_frame/use-action";

const optionNames = Object.keys(optionWords) as (keyof typeof optionWords)[];
const schemas = () => import("./settings-schemas");
const passwordPolicy = async () => (await schemas()).PasswordPolicy;
const tokenForm = async () => (await schemas()).TokenForm;
const signInForm = async () => (await schemas()).SignInForm;
const signInOptions = async () => (await schemas()).SignInOptions;
const slugForm = async () => (await schemas()).SlugForm;

/** The platform's settings, each group saved by itself. */
export function PlatformSettingsForms() {
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.settings.get.queryOptions({}));
  const update = useAction(trpc.platform.settings.update.mutationOptions(), () => "The settings were saved.");
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-40" />;
  const settings = query.data;
  return (
    <>
      <PageHeader title="Policies" description="What holds for every organization of this platform." />
      <div className="max-w-5xl gap-4 lg:columns-2 [&>section]:mb-4 [&>section]:break-inside-avoid">
        <Section
          title="Passwords"
          description="Of owners made with an organization, and of everybody who changes theirs."
        >
          <Form
            schema={passwordPolicy}
            defaultValues={settings.passwordPolicy}
            onSubmit={(passwordPolicy) => update({ passwordPolicy })}
          >
            <NumberField
              name="minLength"
              label="Shortest length"
              min={8}
              max={128}
              hint="8 to 128 characters"
            />
            <CheckboxField name="refuseAddress" label="Refuse passwords that contain the address" />
            <CheckboxField
              name="refuseCommon"
              label="Refuse common passwords"
              hint="Those that guessing starts with."
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
        <Section title="Tokens" description="The most that an organization’s own token policy may choose.">
          <Form schema={tokenForm} defaultValues={settings} onSubmit={(values) => update(values)}>
            <NumberField
              name="maxAccessTokenSeconds"
              label="Access tokens, at most (seconds)"
              hint="300 to 86,400"
            />
            <NumberField name="maxRefreshTokenDays" label="Refresh tokens, at most (days)" hint="1 to 365" />
            <NumberField
              name="managementTokenSeconds"
              label="Management access tokens (seconds)"
              hint="60 to 86,400; for tokens issued from now on"
            />
            <NumberField
              name="requestsPerMinute"
              label="Requests a minute, for each credential"
              hint="Counted in each instance"
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
        <Section title="Console sign-in">
          <Form schema={signInForm} defaultValues={settings} onSubmit={(values) => update(values)}>
            <NumberField
              name="consoleSessionHours"
              label="A session lasts (hours)"
              hint="1 to 720; for sign-ins from now on"
            />
            <NumberField
              name="lockAfterFailures"
              label="Lock after wrong passwords"
              hint="3 to 100 in a row"
            />
            <NumberField name="lockMinutes" label="Locked for (minutes)" hint="1 to 1,440" />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
        <Section
          title="Allowed sign-in options"
          description="What organizations may switch on. What is taken away here is off everywhere at once, and comes back as each organization had it."
        >
          <Form
            schema={signInOptions}
            defaultValues={settings.allowedSignInOptions}
            onSubmit={(allowedSignInOptions) => update({ allowedSignInOptions })}
          >
            {optionNames.map((name) => (
              <CheckboxField key={name} name={name} {...optionWords[name]} />
            ))}
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
        <Section title="Reserved slugs" description="Names that no new organization can have in its address.">
          <Form
            schema={slugForm}
            defaultValues={{ reservedSlugs: settings.reservedSlugs.join(", ") }}
            onSubmit={({ reservedSlugs }) =>
              update({ reservedSlugs: reservedSlugs.split(/[\s,]+/).filter(Boolean) })
            }
          >
            <TextField
              name="reservedSlugs"
              label="Slugs, separated by commas"
              hint="Lower-case letters and digits. Those that the console itself uses are always reserved."
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
      </div>
    </>
  );
}
