"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  NumberField,
  SelectField,
  SubmitButton,
  TextField,
} from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { ConfiguredSource, FeedSettings } from "@/server/domain/role-sync/role-sync.schema";
import { useAction } from "../../../_frame/use-action";
import { MappingField } from "./mapping-field";

const settingsForm = async () => (await import("./settings-schema")).SettingsForm;

/** Stored settings of a source before its first configuration. */
const notSetUp: Record<keyof FeedSettings, null> = {
  url: null,
  format: null,
  personField: null,
  roleField: null,
  allowEmpty: null,
  mapping: null,
};

/** Initial form values of a source before its first configuration. */
const proposed: FeedSettings = {
  url: "",
  format: "csv",
  personField: "email",
  roleField: "role",
  allowEmpty: false,
  mapping: [],
};

/**
 * Returns the roles that the source can grant: the roles of its app. A source without an app can grant the roles of the
 * organization.
 */
function useGrantableRoles(targetAppId: number | null, mayList: boolean) {
  const trpc = useTRPC();
  const ofTenant = useQuery(trpc.roles.list.queryOptions({}, { enabled: mayList && targetAppId === null }));
  const ofApp = useQuery(
    trpc.apps.roles.list.queryOptions(
      { appId: targetAppId ?? 0 },
      { enabled: mayList && targetAppId !== null },
    ),
  );
  return (targetAppId === null ? ofTenant.data : ofApp.data) ?? [];
}

/** Form for the address of a role source, the format of its feed, the schedule and the role mapping. */
export function SourceSettings({
  source,
  mayListRoles,
}: {
  source: ConfiguredSource;
  mayListRoles: boolean;
}) {
  const t = useExtracted("role-sync");
  const trpc = useTRPC();
  const { sourceId, targetAppId, settings, hasSecret } = source;
  const roles = useGrantableRoles(targetAppId, mayListRoles);
  const configure = useAction(trpc.roleSync.configure.mutationOptions(), ({ enabled }) =>
    enabled ? t("The settings were saved. A sync begins within seconds.") : t("The settings were saved."),
  );
  return (
    <Section
      title={t("Settings")}
      description={t("The feed is read over https, as CSV with a header line or as a JSON list.")}
    >
      <Form
        schema={settingsForm}
        defaultValues={{
          ...(settings ?? proposed),
          everyMinutes: source.everyMinutes,
          secret: "",
          withoutSecret: false,
        }}
        {...(settings === null && { kept: notSetUp })}
        onSubmit={async ({ everyMinutes, secret, withoutSecret, ...feed }, seen) => {
          try {
            await configure({
              sourceId,
              settings: feed,
              everyMinutes,
              ...seen,
              ...(withoutSecret ? { secret: null } : secret ? { secret } : {}),
            });
          } catch (error) {
            throw onField(error);
          }
        }}
      >
        <TextField
          name="url"
          label={t("Address of the feed")}
          type="url"
          placeholder={t("https://…")}
          autoComplete="off"
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            name="format"
            label={t("Format")}
            options={[
              { value: "csv", label: "CSV" },
              { value: "json", label: "JSON" },
            ]}
          />
          <TextField
            name="personField"
            label={t("Field with the person")}
            hint={t("An address or external id.")}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            name="roleField"
            label={t("Field with the role")}
            hint={t("One row for each role.")}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <MappingField roles={roles} />
        <div className="grid gap-4 sm:grid-cols-3">
          <NumberField
            name="everyMinutes"
            label={t("Interval (minutes)")}
            min={5}
            max={10_080}
            hint={t("5 to 10,080, which is a week")}
          />
          <div className="sm:col-span-2">
            <TextField
              name="secret"
              label={t("Secret")}
              type="password"
              hint={
                hasSecret
                  ? t(
                      "A value is stored, encrypted. Leave this empty to keep it. Another server needs it again.",
                    )
                  : t("Optional: sent to the feed as a bearer token, kept encrypted.")
              }
              autoComplete="new-password"
              optional
            />
          </div>
        </div>
        {hasSecret && <CheckboxField name="withoutSecret" label={t("Delete the secret")} />}
        <CheckboxField
          name="allowEmpty"
          label={t("Allow the feed to remove most roles")}
          hint={t(
            "If this is off, a run that would remove more than half of the roles granted by the source changes nothing: the feed is probably faulty.",
          )}
        />
        <SubmitButton>{t("Save settings")}</SubmitButton>
      </Form>
    </Section>
  );
}

/** Replaces the path `settings.<name>` in an error of the server by `<name>`, the name of the form field. */
function onField(error: unknown) {
  const data = (error as { data?: { field?: string | null } }).data;
  const whole = data?.field ?? undefined;
  if (!(error instanceof Error) || whole === undefined) return error;
  const field = /^settings\.(\w+)/.exec(whole)?.[1] ?? whole;
  return Object.assign(new Error(error.message.replace(/^settings\./, "")), { data: { field } });
}
