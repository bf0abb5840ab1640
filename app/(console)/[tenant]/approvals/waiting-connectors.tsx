"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/text";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import type { ConnectorRequest } from "@/server/domain/connectors/requests.schema";
import { PersonCell } from "../../_frame/people/person-cell";
import type { AllWaiting } from "./use-waiting";
import { Item, Waiting } from "./waiting";
import { useAction } from "../../_frame/use-action";

/** Lists the pending requests for sign-in methods of apps. */
export function WaitingConnectors({
  tenant,
  query,
  waiting,
  mayApprove,
}: { tenant: string; mayApprove: boolean } & AllWaiting["connectors"]) {
  const t = useExtracted("approvals");
  return (
    <Waiting
      title={t("Sign-in methods for apps")}
      count={waiting?.length}
      more={{ label: t("All methods"), href: `/${tenant}/sign-in-methods` }}
      query={query}
    >
      {waiting?.map((request) => (
        <Item
          key={request.requestId}
          who={<PersonCell tenant={tenant} {...request.requester} />}
          what={
            <>
              <span className="min-w-0 basis-full break-words text-ink">{request.reason}</span>
              <span className="min-w-0 truncate">
                {request.label},{" "}
                <Link
                  href={`/${tenant}/apps/${request.appId}/connectors`}
                  className="rounded text-accent-text underline"
                >
                  {request.appName}
                </Link>
              </span>
              <span>
                {t.rich("Requested <asked></asked>, expires <expires></expires>", {
                  asked: () => <RelativeTime at={request.requestedAt} />,
                  expires: () => <RelativeTime at={request.expiresAt} />,
                })}
              </span>
              {!mayApprove && <span>{t("Waiting for an owner")}</span>}
            </>
          }
          actions={mayApprove && <ConnectorDecision request={request} />}
        />
      ))}
    </Waiting>
  );
}

const DenialDialog = lateDialog(() => import("./denial-dialog").then((module) => module.DenialDialog));

/** Approves or denies a sign-in method for an app. */
function ConnectorDecision({ request }: { request: ConnectorRequest }) {
  const t = useExtracted("approvals");
  const approve = useAction(useTRPC().connectors.approve.mutationOptions(), () =>
    t("The method was approved; it can now be switched on in {app}.", { app: request.appName }),
  );
  const [deciding, setDeciding] = useState<"approve" | "deny" | null>(null);
  const what = { method: request.label, app: request.appName };
  return (
    <span className="inline-flex gap-1.5">
      <Button
        size="sm"
        aria-label={t("Approve {method} for {app}", what)}
        onClick={() => setDeciding("approve")}
      >
        {t("Approve")}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t("Deny {method} for {app}", what)}
        onClick={() => setDeciding("deny")}
      >
        {t("Deny")}
      </Button>
      <ConfirmDialog
        open={deciding === "approve"}
        onOpenChange={(open) => !open && setDeciding(null)}
        title={t("Approve {method} for {app}?", what)}
        action={t("Approve method")}
        onConfirm={() => approve({ appId: request.appId, name: request.name, approved: true })}
      >
        <p>
          {t(
            "Approval does not change any sign-in yet: administrators can then switch the method on for this app.",
          )}
        </p>
      </ConfirmDialog>
      <DenialDialog request={request} open={deciding === "deny"} onClose={() => setDeciding(null)} />
    </span>
  );
}
