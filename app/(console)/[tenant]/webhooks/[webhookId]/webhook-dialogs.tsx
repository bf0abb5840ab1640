"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay";
import type { WebhookState } from "@/server/domain/webhooks/webhooks.schema";
import { useAction } from "../../../_frame/use-action";
import { useRemoval } from "../../../_frame/use-removal";
import { WebhookSecretDialog } from "../new-webhook";

const WebhookFields = dynamic(() => import("../webhook-form").then((module) => module.WebhookFields), {
  ssr: false,
});

export type WebhookAsked = "edit" | "rotate" | "disable" | "delete";

/** Dialogs for the actions on an endpoint. */
export function WebhookDialogs({
  tenant,
  webhook,
  mayListApps,
  asked,
  setAsked,
}: {
  tenant: string;
  webhook: WebhookState;
  mayListApps: boolean;
  asked: WebhookAsked | null;
  setAsked: (asked: WebhookAsked | null) => void;
}) {
  const t = useExtracted("webhooks");
  const trpc = useTRPC();
  const { webhookId } = webhook;
  const [secret, setSecret] = useState<string | null>(null);
  const update = useAction(trpc.webhooks.update.mutationOptions(), () => t("The endpoint was saved."));
  const rotate = useAction(trpc.webhooks.rotateSecret.mutationOptions(), () => null);
  const remove = useRemoval(trpc.webhooks.remove.mutationOptions(), `/${tenant}/webhooks`, () =>
    t("The endpoint was deleted."),
  );
  const close = () => setAsked(null);
  return (
    <>
      <Dialog open={asked === "edit"} onOpenChange={close} title={t("Edit the endpoint")} wide>
        <WebhookFields
          webhook={webhook}
          mayListApps={mayListApps}
          cancel={close}
          save={async (values) => {
            await update({ webhookId, ...values });
            close();
          }}
        />
      </Dialog>
      <ConfirmDialog
        open={asked === "rotate"}
        onOpenChange={close}
        title={t("Give the endpoint a new secret?")}
        action={t("Make a new secret")}
        danger
        onConfirm={async () => setSecret((await rotate({ webhookId })).secret)}
      >
        <p>
          {t(
            "Messages are signed with the new one from now on. Until the receiver has it, it cannot tell them from forged ones.",
          )}
        </p>
      </ConfirmDialog>
      <WebhookSecretDialog secret={secret} onDone={() => setSecret(null)} />
      <ConfirmDialog
        open={asked === "disable"}
        onOpenChange={close}
        title={t("Switch the endpoint off?")}
        action={t("Switch off")}
        onConfirm={() => update({ webhookId, enabled: false })}
      >
        <p>
          {t(
            "Nothing is sent any more, and what was still to be sent is dropped. That can be replayed when it is on again; what happens while it is off cannot.",
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "delete"}
        onOpenChange={close}
        title={t("Delete the endpoint?")}
        action={t("Delete endpoint")}
        danger
        onConfirm={() => remove({ webhookId })}
      >
        <p className="break-all">{webhook.url}</p>
        <p>
          {t(
            "Nothing is sent to it any more, and the list of its deliveries is deleted. This cannot be undone.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
