"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { MfaDecisionNote, type MfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";
import { useAction } from "../../../_frame/use-action";

/** Dialog that approves or denies a request. Explains the effect and asks for a note. */
export function DecisionDialog({
  request,
  who,
  decision,
  open,
  onClose,
}: {
  request: MfaReset;
  who: string;
  decision: "approve" | "deny";
  open: boolean;
  onClose: () => void;
}) {
  const t = useExtracted("security");
  const trpc = useTRPC();
  const approve = useAction(trpc.mfaResets.approve.mutationOptions(), () =>
    t("The reset of {who} was approved.", { who }),
  );
  const deny = useAction(trpc.mfaResets.deny.mutationOptions(), () =>
    t("The reset of {who} was denied.", { who }),
  );
  const approving = decision === "approve";
  const risky = request.riskTier === "high" || request.riskTier === "critical";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={
        approving ? t("Reset the second factors of {who}?", { who }) : t("Deny the reset of {who}?", { who })
      }
    >
      <Form
        schema={MfaDecisionNote}
        defaultValues={{}}
        onSubmit={async ({ note }) => {
          const input = { requestId: request.requestId, ...(note && { note }) };
          await (approving ? approve(input) : deny(input));
          onClose();
        }}
      >
        <p className="text-ink-soft">
          {approving
            ? t(
                "All second factors and recovery codes of this user are removed at once. Until the user sets up new ones, the first factor alone signs in, unless a policy requires a second factor. Verify first that the request comes from this person, by phone or face to face.",
              )
            : t("Their second factors stay as they are. They can ask again.")}
        </p>
        {approving && risky && (
          <Callout tone="warning">
            {request.riskTier === "critical"
              ? t("This request was rated as critical risk.")
              : t("This request was rated as high risk.")}
          </Callout>
        )}
        <TextareaField
          name="note"
          label={t("Note")}
          hint={t("Optional. How you verified the identity. Recorded in the audit log.")}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <SubmitButton variant={approving ? "primary" : "danger"}>
            {approving ? t("Approve reset") : t("Deny reset")}
          </SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
