"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { connectorNames, NewSource } from "@/server/domain/role-sync/role-sync.schema";
import { useAction } from "../../_frame/use-action";

/** Input of the form. The target app is a text, because select values are texts. An empty text stands for the organization. */
const SourceForm = NewSource.omit({ targetAppId: true }).extend({ targetAppId: z.string() });

/** Dialog that creates a role source. Then opens the page with the settings of the source. */
export function NewSourceDialog({
  open,
  onOpenChange,
  tenant,
  mayListApps,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: string;
  mayListApps: boolean;
}) {
  const t = useExtracted("role-sync");
  const connectorWords: Record<(typeof connectorNames)[number], string> = {
    DirectoryFeed: t("Directory feed (CSV or JSON)"),
  };
  const trpc = useTRPC();
  const router = useRouter();
  const apps = useQuery(trpc.apps.list.queryOptions({}, { enabled: open && mayListApps }));
  const create = useAction(trpc.roleSync.create.mutationOptions(), ({ name }) =>
    t("{source} was created.", { source: name }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("New source")}
      description={t("Set the feed’s address on the source’s page. Until then, the source does nothing.")}
    >
      <Form
        schema={SourceForm}
        defaultValues={{ name: "", connectorName: connectorNames[0], targetAppId: "" }}
        onSubmit={async ({ targetAppId, ...values }) => {
          const source = await create({
            ...values,
            targetAppId: targetAppId === "" ? null : Number(targetAppId),
          });
          // Closes the dialog before the navigation, because closing changes the query of the current page.
          onOpenChange(false);
          router.push(`/${tenant}/role-sync/${source.sourceId}`);
        }}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("For example, the system that it reads from.")}
          autoComplete="off"
        />
        <SelectField
          name="connectorName"
          label={t("Kind")}
          options={connectorNames.map((value) => ({ value, label: connectorWords[value] }))}
        />
        <SelectField
          name="targetAppId"
          label={t("Roles to grant")}
          hint={t("It cannot change later.")}
          options={[
            { value: "", label: t("The organization") },
            ...(apps.data ?? []).map(({ appId, name }) => ({
              value: String(appId),
              label: t("The app {app}", { app: name }),
            })),
          ]}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Create source")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
