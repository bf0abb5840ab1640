"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog/overlay";
import type { WebhookState } from "@/server/domain/webhooks/webhooks.schema";
import { useAction, useRemoval } from "../../../_frame/use-action";
import { WebhookSecretDialog } from "../new-webhook";

const WebhookFields = dynamic(() => import("../webhook-form").then((module) => module.WebhookFields), {
  ssr: false,
});

export type WebhookAsked = "edit" | "rotate" | "removeOld" | "disable" | "delete";

/** Dialogs for the actions on a webhook endpoint. */
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
  const removeOld = useAction(trpc.webhooks.removeOldSecret.mutationOptions(), () =>
    t("The old secret was removed."),
  );
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
        title={t("Rotate the secret of the endpoint?")}
        action={t("Create new secret")}
        onConfirm={async () => setSecret((await rotate({ webhookId })).secret)}
      >
        <p>
          {t(
            "Messages are signed with the new secret and, for 24 hours, also with the old one. Enter the new secret at the receiver within this time.",
          )}
        </p>
      </ConfirmDialog>
      <WebhookSecretDialog secret={secret} onDone={() => setSecret(null)} />
      <ConfirmDialog
        open={asked === "removeOld"}
        onOpenChange={close}
        title={t("Remove the old secret of the endpoint?")}
        action={t("Remove old secret")}
        danger
        onConfirm={() => removeOld({ webhookId })}
      >
        <p>
          {t(
            "Messages are then signed only with the new secret. A receiver that still has the old one refuses them.",
          )}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "disable"}
        onOpenChange={close}
        title={t("Switch the endpoint off?")}
        action={t("Switch off")}
        onConfirm={() => update({ webhookId, enabled: false })}
      >
        <p>
          {t(
            "No more messages are sent, and pending messages are dropped. You can replay them after you switch it on again. Events that occur while it is off cannot be replayed.",
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
            "No more messages are sent to it, and its list of deliveries is deleted. This cannot be undone.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
