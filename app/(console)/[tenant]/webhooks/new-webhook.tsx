"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Dialog } from "@/components/ui/dialog/overlay";
import { SecretDialog } from "@/components/ui/dialog/secret-dialog";
import { useAction } from "../../_frame/use-action";

const WebhookFields = dynamic(() => import("./webhook-form").then((module) => module.WebhookFields), {
  ssr: false,
});

/** Dialog that creates a webhook endpoint. Shows the signing secret once. Then opens the page of the endpoint. */
export function NewWebhook({
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
  const t = useExtracted("webhooks");
  const router = useRouter();
  const create = useAction(useTRPC().webhooks.create.mutationOptions(), () => null);
  const [issued, setIssued] = useState<{ webhookId: number; secret: string } | null>(null);
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={t("New endpoint")} wide>
        <WebhookFields
          mayListApps={mayListApps}
          cancel={() => onOpenChange(false)}
          save={async (values) => {
            setIssued(await create(values));
            onOpenChange(false);
          }}
        />
      </Dialog>
      <WebhookSecretDialog
        secret={issued?.secret ?? null}
        onDone={() => {
          if (issued) router.push(`/${tenant}/webhooks/${issued.webhookId}`);
          setIssued(null);
        }}
      />
    </>
  );
}

/** Dialog that shows the signing secret of a webhook endpoint once. */
export function WebhookSecretDialog({ secret, onDone }: { secret: string | null; onDone: () => void }) {
  const t = useExtracted("webhooks");
  return (
    <SecretDialog
      title={t("The signing secret")}
      description={t(
        "The receiver verifies each message with it. Any Standard Webhooks library can do this.",
      )}
      secret={
        secret === null
          ? null
          : { filename: "webhook-secret.txt", values: [{ label: t("Secret"), value: secret }] }
      }
      onDone={onDone}
    />
  );
}
