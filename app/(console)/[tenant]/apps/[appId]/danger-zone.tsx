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
import { useAction, useRemoval } from "../../../_frame/use-action";
import { useDialogInUrl } from "../../../_frame/use-dialog-in-url";
import { NotLoaded } from "../../../_frame/records/not-loaded";

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

/** Lists the effects of deleting the app: the numbers of deleted records and the names of records that other systems use. */
function AppRemoval({ appId }: { appId: number }) {
  const t = useExtracted("apps");
  const query = useQuery(useTRPC().apps.removal.queryOptions({ appId }, { staleTime: 0 }));
  if (!query.data) return <NotLoaded query={query} className="h-32" />;
  const { people, liveGrants, roles, roleHolders, accessRules, webhooks, roleSyncSources } = query.data;
  return (
    <>
      <p>
        {t(
          "{people, plural, =0 {Nobody has authorized it.} one {# person has authorized it and cannot sign in to it any more.} other {# people have authorized it and cannot sign in to it any more.}}",
          { people },
        )}{" "}
        {t(
          "{grants, plural, =0 {It has no valid tokens.} one {# authorization has valid tokens: they end at once.} other {# authorizations have valid tokens: they end at once.}}",
          { grants: liveGrants },
        )}
      </p>
      {(roles > 0 || accessRules > 0) && (
        <p>
          {t(
            "Deleted with it: {roles, plural, one {# role} other {# roles}} ({holders, plural, =0 {no members} one {# person loses them} other {# people lose them}}) and {rules, plural, one {# access rule} other {# access rules}}.",
            { roles, holders: roleHolders, rules: accessRules },
          )}
        </p>
      )}
      <Named
        title={t("{count, plural, one {# webhook endpoint} other {# webhook endpoints}} about this app:", {
          count: webhooks.length,
        })}
        names={webhooks}
      />
      <Named
        title={t("{count, plural, one {# role sync source} other {# role sync sources}} for its roles:", {
          count: roleSyncSources.length,
        })}
        names={roleSyncSources}
      />
      <p>{t("This cannot be undone.")}</p>
    </>
  );
}

function Named({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul
        className="mt-1 max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line"
        tabIndex={0}
        aria-label={title}
      >
        {names.map((name, index) => (
          <li key={index} className="truncate px-3 py-1.5 text-sm text-ink" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
