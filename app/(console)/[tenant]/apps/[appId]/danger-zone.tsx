"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { IssuedSecretDialog } from "../../../_frame/credentials/issued-secret-dialog";
import { useAction } from "../../../_frame/use-action";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";
import { useRemoval } from "../../../_frame/use-removal";
import { AppRemoval } from "./app-removal";

/** Actions that cannot be undone: creating a new secret and deleting the app. */
export function DangerZone({ app, tenant }: { app: AppDetail; tenant: string }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const [rotating, setRotating] = useDialogInUrl("rotate");
  const [deleting, setDeleting] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data: authentication } = useQuery(trpc.apps.authentication.queryOptions({ appId: app.appId }));
  const hasSecret = authentication?.method === "client_secret";
  const rotate = useAction(trpc.apps.rotateSecret.mutationOptions(), () => null);
  const { appId, name, clientId } = app;
  const remove = useRemoval(trpc.apps.remove.mutationOptions(), `/${tenant}/apps`, () =>
    t("{name} was deleted.", { name }),
  );
  return (
    <Section title={t("Danger zone")} flush>
      <ul className="divide-y divide-line">
        {hasSecret && (
          <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{t("Rotate the secret")}</p>
              <p className="text-sm text-ink-soft">
                {t("All secrets stop working at once. The new one is shown once.")}
              </p>
            </div>
            <Button onClick={() => setRotating(true)}>
              <RotateCw aria-hidden />
              {t("Rotate secret")}
            </Button>
          </li>
        )}
        <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{t("Delete the app")}</p>
            <p className="text-sm text-ink-soft">
              {t("All its tokens, and all data that belongs only to this app, are deleted with it.")}
            </p>
          </div>
          <Button onClick={() => setDeleting(true)} className="text-danger-text">
            <Trash2 aria-hidden />
            {t("Delete app")}
          </Button>
        </li>
      </ul>
      <ConfirmDialog
        open={rotating && hasSecret}
        onOpenChange={setRotating}
        title={t("Rotate the secret of {name}?", { name })}
        action={t("Rotate secret")}
        danger
        onConfirm={async () => setSecret((await rotate({ appId })).clientSecret)}
      >
        <p>
          {t(
            "The old secret stops working at once: nobody can sign in to the app until it has been given the new one.",
          )}
        </p>
      </ConfirmDialog>
      <IssuedSecretDialog
        issued={secret === null ? null : { name, clientId, clientSecret: secret }}
        onDone={() => setSecret(null)}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t("Delete {name}?", { name })}
        action={t("Delete app")}
        danger
        typed={name}
        onConfirm={() => remove({ appId })}
      >
        <AppRemoval appId={appId} />
      </ConfirmDialog>
    </Section>
  );
}
