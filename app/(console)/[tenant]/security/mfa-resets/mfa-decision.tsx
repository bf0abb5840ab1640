"use client";

import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { MfaDecisionNote, type MfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";
import { useAction } from "../../../_frame/use-action";

/** Approves or denies a request that waits; nothing for one that was decided on. */
export function MfaDecision({ request }: { request: MfaReset }) {
  const [deciding, setDeciding] = useState<"approve" | "deny" | null>(null);
  if (request.status !== "pending") return null;
  const who = request.userName ?? request.email ?? `user ${request.userId}`;
  return (
    <span className="inline-flex gap-1.5">
      <Button size="sm" aria-label={`Approve the reset of ${who}`} onClick={() => setDeciding("approve")}>
        Approve
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Deny the reset of ${who}`}
        onClick={() => setDeciding("deny")}
      >
        Deny
      </Button>
      <DecisionDialog
        request={request}
        who={who}
        decision={deciding ?? "deny"}
        open={deciding !== null}
        onClose={() => setDeciding(null)}
      />
    </span>
  );
}

function DecisionDialog({
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
