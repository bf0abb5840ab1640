"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import type { ExplainedMfaReset } from "@/server/domain/mfa-resets/mfa-resets.schema";

const DecisionDialog = lateDialog(() => import("./decision-dialog").then((module) => module.DecisionDialog));

/**
 * Buttons to approve or deny a pending request. Renders nothing for a decided request. Only an owner may decide the request of
 * an administrator, and nobody the own one.
 */
export function MfaDecision({ request }: { request: ExplainedMfaReset }) {
  const t = useExtracted("security");
  const [deciding, setDeciding] = useState<"approve" | "deny" | null>(null);
  if (request.status !== "pending") return null;
  const who = request.userName ?? request.email ?? t("user {id}", { id: String(request.userId) });
  if (!request.mayDecide) return <span className="text-muted">{t("Waiting for an owner")}</span>;
  return (
    <span className="inline-flex gap-1.5">
      <Button
        size="sm"
        aria-label={t("Approve the reset of {who}", { who })}
        onClick={() => setDeciding("approve")}
      >
        {t("Approve")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("Deny the reset of {who}", { who })}
        onClick={() => setDeciding("deny")}
      >
        {t("Deny")}
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
