"use client";

import { useExtracted } from "next-intl";
import { RelativeTime } from "@/components/ui/text";
import { PersonCell } from "../../_frame/people/person-cell";
import { RiskBadge } from "../../_frame/sign-ins/risk-badge";
import { MfaDecision } from "../security/mfa-resets/mfa-decision";
import type { AllWaiting } from "./use-waiting";
import { Item, Waiting } from "./waiting";

/** Lists the pending requests of people who lost their second factor. */
export function WaitingResets({ tenant, query, waiting }: { tenant: string } & AllWaiting["resets"]) {
  const t = useExtracted("approvals");
  return (
    <Waiting
      title={t("Second factor resets")}
      count={waiting?.length}
      more={{ label: t("All requests"), href: `/${tenant}/security/mfa-resets?status=all` }}
      query={query}
    >
      {waiting?.map((request) => (
        <Item
          key={request.requestId}
          who={<PersonCell tenant={tenant} {...request} name={request.userName} />}
          what={
            <>
              {request.riskTier && (
                <span className="inline-flex items-center gap-1.5">
                  {t("Risk")} <RiskBadge tier={request.riskTier} />
                </span>
              )}
              {request.reason ? (
                <span className="min-w-0 basis-full break-words text-ink">{request.reason}</span>
              ) : (
                <span>{t("No reason given")}</span>
              )}
              <span>
                {t.rich("Requested <asked></asked>, expires <expires></expires>", {
                  asked: () => <RelativeTime at={request.requestedAt} />,
                  expires: () => <RelativeTime at={request.expiresAt} />,
                })}
              </span>
            </>
          }
          actions={<MfaDecision request={request} />}
        />
      ))}
    </Waiting>
  );
}
