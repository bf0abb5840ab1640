"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewConnectorRequest } from "@/server/domain/connectors/requests.schema";
import { useAction } from "../../../../_frame/use-action";

/** Dialog that asks the owners to approve a sign-in method for an app. */
export function AskDialog({
  appId,
  connector,
  open,
  onClose,
}: {
  appId: number;
  /** Sign-in method. `name` is the identifier on the server, and `label` is the displayed name. */
  connector: { name: string; label: string };
  open: boolean;
  onClose: () => void;
}) {
  const t = useExtracted("apps");
  const ask = useAction(useTRPC().connectors.request.mutationOptions(), () =>
    t("The request was sent to the owners."),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("Request {method}", { method: connector.label })}
    >
      <Form
        schema={NewConnectorRequest}
        defaultValues={{ appId, name: connector.name }}
        onSubmit={async (request) => {
          await ask(request);
          onClose();
        }}
      >
        <p className="text-ink-soft">
          {t("An owner decides within seven days. Then you can switch the method on for this app.")}
        </p>
        <TextareaField name="reason" label={t("Reason")} hint={t("Why this app needs it.")} />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton>{t("Request approval")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
