"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog/overlay";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { MAX_SECRETS } from "@/server/domain/apps/secret-limits.schema";
import type { AppSecret } from "@/server/domain/apps/secrets.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";

const expiryForm = async () => (await import("./app-schemas")).SecretExpiryForm;

/** List of the app's live secrets, with the actions to add and to remove one. `onIssued` gets the text of a new secret. */
export function AppSecrets({ app, onIssued }: { app: AppDetail; onIssued: (secret: string) => void }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { appId, name } = app;
  const secrets = useQuery(trpc.apps.secrets.queryOptions({ appId }));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AppSecret | null>(null);
  const add = useAction(trpc.apps.addSecret.mutationOptions(), () => null);
  const remove = useAction(trpc.apps.removeSecret.mutationOptions(), () => t("The secret was removed."));
  if (!secrets.data) return <NotLoaded query={secrets} className="h-16" />;
  const isOnly = secrets.data.length === 1;
  return (
    <div className="border-t border-line pt-6">
      <h3 className="text-sm font-medium">{t("Secrets")}</h3>
      <p className="mt-0.5 text-sm text-ink-soft">
        {t("Two secrets can be live at once: add one, change the app, and remove the earlier one.")}
      </p>
      <ul className="mt-3 divide-y divide-line rounded-md border border-line">
        {secrets.data.map((secret) => (
          <li key={secret.secretId} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-56 text-sm">
              <p>{t.rich("Created <when></when>", { when: () => <ExactTime at={secret.createdAt} /> })}</p>
              <p className="text-ink-soft">
                {secret.lastUsedAt === null
                  ? t("Never used")
                  : t.rich("Last used <when></when>", {
                      when: () => <RelativeTime at={secret.lastUsedAt!} />,
                    })}
                {" · "}
                {secret.expiresAt === null
                  ? t("Does not expire")
                  : t.rich("Expires <when></when>", { when: () => <ExactTime at={secret.expiresAt!} /> })}
              </p>
            </div>
            {!isOnly && (
              <Button onClick={() => setRemoving(secret)} className="text-danger-text">
                <Trash2 aria-hidden />
                {t("Remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {secrets.data.length < MAX_SECRETS && (
        <Button className="mt-3" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {t("Add secret")}
        </Button>
      )}
      <Dialog open={adding} onOpenChange={setAdding} title={t("Add a secret to {name}", { name })}>
        <Form
          schema={expiryForm}
          defaultValues={{ expires: "never" }}
          onSubmit={async ({ expires }) => {
            const { clientSecret } = await add({
              appId,
              expiresInDays: expires === "never" ? null : Number(expires),
            });
            setAdding(false);
            onIssued(clientSecret);
          }}
        >
          <SelectField
            name="expires"
            label={t("Expires")}
            options={[
              { value: "never", label: t("Never") },
              { value: "90", label: t("In 90 days") },
              { value: "180", label: t("In 180 days") },
              { value: "365", label: t("In a year") },
            ]}
          />
          <SubmitButton>{t("Add secret")}</SubmitButton>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (!open) setRemoving(null);
        }}
        title={t("Remove a secret of {name}?", { name })}
        action={t("Remove secret")}
        danger
        onConfirm={async () => {
          if (removing) await remove({ appId, secretId: removing.secretId });
        }}
      >
        <p>{t("The secret, and the tokens that the app got for itself with it, stop working at once.")}</p>
      </ConfirmDialog>
    </div>
  );
}
