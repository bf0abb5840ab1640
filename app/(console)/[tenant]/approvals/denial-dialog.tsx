"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { ConnectorDenial, type ConnectorRequest } from "@/server/domain/connectors/requests.schema";
import { useAction } from "../../_frame/use-action";

/** Dialog that denies a request. Explains the effect and asks for a note. */
export function DenialDialog({
  request,
  open,
  onClose,
}: {
  request: ConnectorRequest;
  open: boolean;
  onClose: () => void;
}) {
  const t = useExtracted("approvals");
  const deny = useAction(useTRPC().connectors.deny.mutationOptions(), () => t("The request was denied."));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("Deny {method} for {app}?", { method: request.label, app: request.appName })}
    >
      <Form
        schema={ConnectorDenial}
        defaultValues={{}}
        onSubmit={async ({ note }) => {
          await deny({ requestId: request.requestId, ...(note && { note }) });
          onClose();
        }}
      >
        <p className="text-ink-soft">
          {t("The app’s sign-in does not change. The method can be requested again.")}
        </p>
        <TextareaField
          name="note"
          label={t("Note")}
          hint={t("Optional: the reason. It is kept in the audit log.")}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton variant="danger">{t("Deny request")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
