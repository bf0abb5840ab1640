"use client";

import { useExtracted } from "next-intl";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { useAction } from "../../../_frame/use-action";

const HOUR_MS = 3_600_000;

const ReplayForm = z.strictObject({ hours: z.enum(["1", "24", "168", "720"]) });

/** Dialog that sends failed deliveries again. The administrator chooses the time from which failed deliveries are repeated. */
export function ReplayDialog({
  webhookId,
  open,
  onOpenChange,
}: {
  webhookId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useExtracted("webhooks");
  const replay = useAction(useTRPC().webhooks.replayFailed.mutationOptions(), ({ replayed }) =>
    replayed === 0
      ? t("Nothing to replay.")
      : t("{replayed, plural, one {# delivery is} other {# deliveries are}} sent again.", { replayed }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Replay undelivered messages")}
      description={t(
        "Failed and dropped messages are sent again with the same message ids, so that the receiver can detect duplicates.",
      )}
    >
      <Form
        schema={ReplayForm}
        defaultValues={{ hours: "24" }}
        onSubmit={async ({ hours }) => {
          await replay({
            webhookId,
            since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(),
          });
          onOpenChange(false);
        }}
      >
        <SelectField
          name="hours"
          label={t("Period")}
          options={[
            { value: "1", label: t("Hour") },
            { value: "24", label: t("24 hours") },
            { value: "168", label: t("7 days") },
            { value: "720", label: t("30 days") },
          ]}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Replay")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
