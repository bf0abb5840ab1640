"use client";

import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { MfaDecisionNote, type MfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";
import { useAction } from "../../../_frame/use-action";

/** Says what a decision means, takes a note for it, and decides. */
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
  const trpc = useTRPC();
  const approve = useAction(
    trpc.mfaResets.approve.mutationOptions(),
    () => `The reset of ${who} was approved.`,
  );
  const deny = useAction(trpc.mfaResets.deny.mutationOptions(), () => `The reset of ${who} was denied.`);
  const approving = decision === "approve";
  const risky = request.riskTier === "high" || request.riskTier === "critical";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={approving ? `Reset the second factors of ${who}?` : `Deny the reset of ${who}?`}
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
            ? "All their second factors and recovery codes are removed at once; they enrol new ones at the next sign-in. Make sure it is them who asks: call them, or see them."
            : "Their second factors stay as they are. They can ask again."}
        </p>
        {approving && risky && (
          <Callout tone="warning">
            This request came in under circumstances of {request.riskTier} risk.
          </Callout>
        )}
        <TextareaField name="note" label="Note" hint="Optional: how you made sure; kept in the audit log." />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant={approving ? "primary" : "danger"}>
            {approving ? "Approve reset" : "Deny reset"}
          </SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
