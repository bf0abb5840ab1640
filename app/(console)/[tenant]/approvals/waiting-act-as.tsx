"use client";

import { useExtracted } from "next-intl";
import { RelativeTime } from "@/components/ui/text";
import { PersonCell } from "../../_frame/people/person-cell";
import { ActAsActions } from "../act-as/act-as-actions";
import type { AllWaiting } from "./use-waiting";
import { Item, Waiting } from "./waiting";

/** Lists the pending requests to act as a user. Also lists the administrator's own requests that the user has approved. */
export function WaitingActAs({
  tenant,
  query,
  waiting,
  mayEndAll,
}: { tenant: string; mayEndAll: boolean } & AllWaiting["actAs"]) {
  const t = useExtracted("approvals");
  return (
    <Waiting
      title={t("Acting as a user")}
      count={waiting?.length}
      more={{ label: t("All requests"), href: `/${tenant}/act-as` }}
      query={query}
    >
      {waiting?.map((request) => (
        <Item
          key={request.requestId}
          who={<PersonCell tenant={tenant} {...request.person} />}
          what={
            <>
              <span>
                {request.status === "pending"
                  ? t("Waiting for the person’s answer")
                  : t("Agreed: you can start")}
              </span>
              <span className="min-w-0 truncate">
                {request.mine ? t("You") : (request.requester.name ?? request.requester.email)}:{" "}
                <span className="text-ink">{request.reason}</span>
              </span>
              <span>
                {t.rich("Expires <time></time>", {
                  time: () => <RelativeTime at={request.expiresAt} />,
                })}
              </span>
            </>
          }
          actions={<ActAsActions request={request} mayEndAll={mayEndAll} />}
        />
      ))}
    </Waiting>
  );
}
