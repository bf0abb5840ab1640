"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog/overlay";
import { EventList, WebhookUrl } from "@/server/domain/webhooks/endpoint-fields.schema";
import type { Webhook } from "@/server/domain/webhooks/webhooks.schema";
import { must } from "@/server/kernel/strings/must";
import { EventsField } from "./events-field";

/**
 * Input of the form. The app is a text, because select values are texts. An empty text stands for all apps. A separate switch
 * changes `enabled`.
 */
const WebhookForm = z.strictObject({
  url: WebhookUrl,
  events: EventList.min(1, must("no_events")),
  appId: z.string(),
  description: z.string().max(500),
});

const ADDRESS = "https://…";

interface WebhookValues {
  url: string;
  events: string;
  description: string | null;
  appId: number | null;
  $basedOn: Record<string, unknown>;
}

/** Fields for the address, the events and the app of a webhook endpoint. */
export function WebhookFields({
  webhook,
  mayListApps,
  save,
  cancel,
}: {
  webhook?: Webhook;
  mayListApps: boolean;
  save: (values: WebhookValues) => Promise<unknown>;
  cancel: () => void;
}) {
  const t = useExtracted("webhooks");
  const apps = useQuery(useTRPC().apps.list.queryOptions({}, { enabled: mayListApps }));
  return (
    <Form
      schema={WebhookForm}
      defaultValues={{
        url: webhook?.url ?? "",
        events: webhook?.events ?? "",
        description: webhook?.description ?? "",
        appId: webhook?.appId ? String(webhook.appId) : "",
      }}
      onSubmit={({ appId, description, ...values }, seen) =>
        save({
          ...values,
          description: description.trim() === "" ? null : description,
          appId: appId === "" ? null : Number(appId),
          ...seen,
        })
      }
    >
      <TextField
        name="url"
        label={t("Address")}
        type="url"
        placeholder={ADDRESS}
        hint={t("An https address, reachable from the internet. It must respond with 2xx within 10 seconds.")}
        autoComplete="off"
      />
      <EventsField />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="appId"
          label={t("About")}
          options={[
            { value: "", label: t("The whole organization") },
            ...(apps.data ?? []).map(({ appId, name }) => ({
              value: String(appId),
              label: t("Only the app {name}", { name }),
            })),
          ]}
        />
        <TextField name="description" label={t("Description")} hint={t("Optional.")} autoComplete="off" />
      </div>
      <DialogActions>
        <Button onClick={cancel}>{t("Cancel")}</Button>
        <SubmitButton>{webhook ? t("Save") : t("Create endpoint")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
