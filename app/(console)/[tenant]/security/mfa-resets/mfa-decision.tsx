"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lateDialog } from "@/components/ui/late-dialog";
import type { MfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";

const DecisionDialog = lateDialog(() => import("./decision-dialog").then((module) => module.DecisionDialog));

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
