"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useExtracted } from "next-intl";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { Code, CodeBlock, ExactTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { WebhookState } from "@/server/domain/webhooks/webhooks.schema";
import { QueryError } from "../../../_frame/lists/query-error";
import { useAction } from "../../../_frame/use-action";
import { DeliveryState, useDeliveryWords } from "./delivery-state";
import { EarlierTries } from "./earlier-tries";
import { readable } from "./readable";

/**
 * Returns the interval until the next request in milliseconds, from 2 to 60 seconds. Returns false if the server plans no
 * further attempt.
 */
const untilNext = (at: string | null) =>
  at !== null && Math.min(60_000, Math.max(2_000, Date.parse(at) - Date.now()));

/** Shows one delivery with its request and its response. */
export function DeliverySheet({
  webhook,
  deliveryId,
  onClose,
}: {
  webhook: WebhookState;
  deliveryId: number | null;
  onClose: () => void;
}) {
  const t = useExtracted("webhooks");
  const locale = useDateLocale();
  const deliveryWords = useDeliveryWords();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { deliveryId: deliveryId ?? 0 },
      {
        enabled: deliveryId !== null,
        // Polls, because the server retries a failed delivery after some seconds to one day.
        refetchInterval: ({ state }) => untilNext(state.data?.nextAttemptAt ?? null),
      },
    ),
  );
  const replay = useAction(trpc.webhooks.replay.mutationOptions(), () => t("The message is sent again."));
  const delivery = query.data;
  const problem = delivery?.errorMessage ?? "";
  return (
    <Sheet
      open={deliveryId !== null}
      onOpenChange={onClose}
      title={delivery?.eventType ?? t("Delivery")}
      description={delivery ? <ExactTime at={delivery.createdAt} to="second" /> : undefined}
      footer={
        <Button
          disabled={!webhook.enabled || deliveryId === null}
          onClick={() => {
            if (deliveryId !== null) replay({ deliveryId }).then(onClose, toast.refused);
          }}
        >
          <Send aria-hidden />
          {t("Send again")}
        </Button>
      }
    >
      {query.isLoadingError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && deliveryId !== null && <Skeleton className="h-40" />}
      {delivery && (
        <div className="space-y-5">
          <div className="-mx-4">
            <Facts
              items={[
                {
                  label: t("State"),
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      <DeliveryState status={delivery.status} />
                      <span className="text-sm text-ink-soft">{deliveryWords[delivery.status].hint}</span>
                    </span>
                  ),
                },
                { label: t("Attempts"), value: delivery.attemptCount },
                ...(delivery.triedAt
                  ? [{ label: t("Last attempt"), value: <ExactTime at={delivery.triedAt} to="second" /> }]
                  : []),
                ...(delivery.nextAttemptAt
                  ? [
                      {
                        label: t("Next attempt"),
                        value: <ExactTime at={delivery.nextAttemptAt} to="second" />,
                      },
                    ]
                  : []),
                ...(delivery.durationMs === null
                  ? []
                  : [{ label: t("Duration"), value: `${delivery.durationMs.toLocaleString(locale)} ms` }]),
                { label: t("Message id"), value: <Code text={delivery.messageId} label={t("message id")} /> },
              ]}
            />
          </div>
          <section>
            <h3 className="mb-1.5 font-semibold">{t("Request body")}</h3>
            <p className="mb-1.5 font-mono text-xs break-all text-ink-soft">{`POST ${webhook.url}`}</p>
            <CodeBlock text={readable(delivery.body)} label={t("request body")} />
          </section>
          <section>
            <h3 className="mb-1.5 font-semibold">{t("Response")}</h3>
            <p className="mb-1.5 text-ink-soft">
              {delivery.httpStatus === null
                ? problem || t("No response yet.")
                : `HTTP ${delivery.httpStatus}${problem && `: ${problem}`}`}
            </p>
            {delivery.responseBody && (
              <CodeBlock text={readable(delivery.responseBody)} label={t("response")} />
            )}
          </section>
          {delivery.earlierTries.length > 0 && <EarlierTries tries={delivery.earlierTries} />}
        </div>
      )}
    </Sheet>
  );
}
