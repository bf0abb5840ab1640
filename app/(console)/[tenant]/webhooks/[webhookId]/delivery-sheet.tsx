"use client";

import { useQuery } from "@tanstack/react-query";
import { Send, ChevronRight } from "lucide-react";
import { useExtracted } from "next-intl";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton, Badge, type Tone } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { Code, CodeBlock, ExactTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { WebhookState, DeliveryTry, Delivery } from "@/server/domain/webhooks/webhooks.schema";
import { QueryError } from "../../../_frame/lists/query-error";
import { useAction } from "../../../_frame/use-action";

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

/** Lists the earlier attempts of a delivery with time, response and duration. */
function EarlierTries({ tries }: { tries: DeliveryTry[] }) {
  const t = useExtracted("webhooks");
  const locale = useDateLocale();
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{t("Earlier attempts")}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {tries.map(({ triedAt, httpStatus, errorMessage, responseBody, durationMs }) => (
          <li key={triedAt}>
            <details className="group">
              <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
                />
                <ExactTime at={triedAt} to="second" />
                <span className="font-medium">
                  {httpStatus === null ? t("No response") : `HTTP ${httpStatus}`}
                </span>
                {durationMs !== null && (
                  <span className="ml-auto text-ink-soft tabular-nums">
                    {`${durationMs.toLocaleString(locale)} ms`}
                  </span>
                )}
              </summary>
              <div className="space-y-1.5 px-3 pb-3">
                {errorMessage && <p className="break-words text-ink-soft">{errorMessage}</p>}
                {responseBody ? (
                  <CodeBlock text={readable(responseBody)} label={t("response")} />
                ) : (
                  <p className="text-ink-soft">{t("No further details.")}</p>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Indents a JSON text. Returns texts that are not JSON unchanged. */
function readable(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the label, the explanation and the colour of each state of a delivery. */
export function useDeliveryWords(): Record<Delivery["status"], { label: string; hint: string; tone: Tone }> {
  const t = useExtracted("webhooks");
  return {
    pending: { label: t("Waiting"), hint: t("It is sent within seconds."), tone: "info" },
    delivered: { label: t("Delivered"), hint: t("The endpoint accepted it."), tone: "success" },
    failed: {
      label: t("Retrying"),
      hint: t("The endpoint did not accept it. It will be sent again."),
      tone: "warning",
    },
    exhausted: { label: t("Failed"), hint: t("All attempts failed. It can be replayed."), tone: "danger" },
    disabled: { label: t("Dropped"), hint: t("The endpoint was off. It can be replayed."), tone: "neutral" },
  };
}

export function DeliveryState({ status }: Pick<Delivery, "status">) {
  const { label, hint, tone } = useDeliveryWords()[status];
  return (
    <span title={hint}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}
