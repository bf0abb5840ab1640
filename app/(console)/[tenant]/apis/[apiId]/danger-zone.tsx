"use client";

import { RotateCw, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import type { Api } from "@/server/domain/apis/apis.schema";
import { IssuedSecretDialog } from "../../../_frame/credentials/issued-secret-dialog";
import { useAction, useRemoval } from "../../../_frame/use-action";
import { ApiLossList } from "./api-loss";

/** Actions that cannot be undone: a new secret of the API's client, and the deletion of the API. */
export function ApiDangerZone({ api, tenant }: { api: Api; tenant: string }) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const [asking, setAsking] = useState<"rotate" | "delete" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { apiId, name, clientId } = api;
  const rotate = useAction(trpc.apis.rotateSecret.mutationOptions(), () => null);
  const remove = useRemoval(trpc.apis.remove.mutationOptions(), `/${tenant}/apis`, () =>
    t("{name} was deleted.", { name }),
  );
  const close = () => setAsking(null);
  return (
    <Section title={t("Danger zone")} flush>
      <ul className="divide-y divide-line">
        <Action
          title={t("Rotate the secret")}
          text={t("The earlier secret stops working at once. The new one is shown once.")}
        >
          <Button onClick={() => setAsking("rotate")}>
            <RotateCw aria-hidden />
            {t("Rotate secret")}
          </Button>
        </Action>
        <Action
          title={t("Delete the API")}
          text={t("Its scopes and the access of its apps are deleted with it.")}
        >
          <Button onClick={() => setAsking("delete")} className="text-danger-text">
            <Trash2 aria-hidden />
            {t("Delete API")}
          </Button>
        </Action>
      </ul>
      <ConfirmDialog
        open={asking === "rotate"}
        onOpenChange={close}
        title={t("Rotate the secret of {name}?", { name })}
        action={t("Rotate secret")}
        danger
        onConfirm={async () => setSecret((await rotate({ apiId })).clientSecret)}
      >
        <p>{t("The API cannot introspect tokens until it has been given the new secret.")}</p>
      </ConfirmDialog>
      <IssuedSecretDialog
        issued={secret === null ? null : { name, clientId, clientSecret: secret }}
        onDone={() => setSecret(null)}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title={t("Delete {name}?", { name })}
        action={t("Delete API")}
        danger
        typed={name}
        onConfirm={() => remove({ apiId })}
      >
        <ApiLossList apiId={apiId} />
        <p>{t("This cannot be undone.")}</p>
      </ConfirmDialog>
    </Section>
  );
}

function Action({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {children}
    </li>
  );
}
