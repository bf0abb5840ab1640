"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  NumberField,
  SelectField,
  SubmitButton,
  TextField,
} from "@/components/form/form";
import { Section } from "@/components/ui/page";
import type { ConfiguredSource } from "@/server/domain/role-sync/role-sync.schema";
import { useAction } from "../../../_frame/use-action";
import { MappingField } from "./mapping-field";

const settingsForm = async () => (await import("./settings-form")).SettingsForm;

/** Where a source reads from, how the feed is read, and how often. */
export function SourceSettings({
  source,
  mayListRoles,
}: {
  source: ConfiguredSource;
  mayListRoles: boolean;
}) {
  const trpc = useTRPC();
  const { sourceId, targetAppId, settings, hasSecret } = source;
  const ofTenant = useQuery(
    trpc.roles.list.queryOptions({}, { enabled: mayListRoles && targetAppId === null }),
  );
  const ofApp = useQuery(
    trpc.apps.roles.list.queryOptions(
      { appId: targetAppId ?? 0 },
      { enabled: mayListRoles && targetAppId !== null },
    ),
  );
  const roles = (targetAppId === null ? ofTenant.data : ofApp.data) ?? [];
  const configure = useAction(
    trpc.roleSync.configure.mutationOptions(),
    ({ enabled }) => `The settings were saved.${enabled ? " A sync begins within seconds." : ""}`,
  );
  return (
    <Section
      title="Settings"
      description="The feed is read over https, as CSV with a header line or as a JSON list."
    >
      <Form
        schema={settingsForm}
        defaultValues={{
          url: settings?.url ?? "",
          format: settings?.format ?? "csv",
          personField: settings?.personField ?? "email",
          roleField: settings?.roleField ?? "role",
          allowEmpty: settings?.allowEmpty ?? false,
          mapping: settings?.mapping ?? [],
          everyMinutes: source.everyMinutes,
          secret: "",
          withoutSecret: false,
        }}
        onSubmit={async ({ everyMinutes, secret, withoutSecret, ...feed }) => {
          try {
            await configure({
              sourceId,
              settings: feed,
              everyMinutes,
              ...(withoutSecret ? { secret: null } : secret ? { secret } : {}),
            });
          } catch (error) {
            throw onField(error);
          }
        }}
      >
        <TextField
          name="url"
          label="Address of the feed"
          type="url"
          placeholder="https://…"
          autoComplete="off"
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            name="format"
            label="Format"
            options={[
              { value: "csv", label: "CSV" },
              { value: "json", label: "JSON" },
            ]}
          />
          <TextField
            name="personField"
            label="Field of the person"
            hint="An address or external id."
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            name="roleField"
            label="Field of the role"
            hint="One row for each role."
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <MappingField roles={roles} />
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            name="everyMinutes"
            label="Every (minutes)"
            min={5}
            max={10_080}
            hint="5 to 10,080, which is a week"
          />
          <div className="sm:col-span-2">
            <TextField
              name="secret"
              label="Secret"
              type="password"
              hint={
                hasSecret
                  ? "One is kept, encrypted. Leave this empty to keep it."
                  : "Optional: sent to the feed as a bearer token, kept encrypted."
              }
              autoComplete="new-password"
              optional
            />
          </div>
        </div>
        {hasSecret && <CheckboxField name="withoutSecret" label="Forget the secret" />}
        <CheckboxField
          name="allowEmpty"
          label="The feed may take most roles away"
          hint="Without this, a run that would take away more than half of what the source granted changes nothing: the feed is more likely broken."
        />
        <SubmitButton>Save settings</SubmitButton>
      </Form>
    </Section>
  );
}

/** The server names a setting by its place in what was sent; here each is a field of its own. */
function onField(error: unknown) {
  const data = (error as { data?: { field?: string | null } }).data;
  const field = data?.field?.replace(/^settings\.(\w+).*$/, "$1");
  if (!(error instanceof Error) || field === undefined) return error;
  return Object.assign(new Error(error.message.replace(/^settings\./, "")), { data: { field } });
}
