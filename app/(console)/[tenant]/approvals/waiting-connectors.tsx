"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import { RelativeTime } from "@/components/ui/text";
import { PersonCell } from "../../_frame/people/person-cell";
import { ConnectorDecision } from "./connector-decision";
import type { AllWaiting } from "./use-waiting";
import { Item, Waiting } from "./waiting";

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
