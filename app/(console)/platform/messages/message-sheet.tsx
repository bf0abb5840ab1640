"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useFramed } from "@/components/page-nonce";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { Sheet } from "@/components/ui/dialog/sheet";
import { Address, CodeBlock, ExactTime } from "@/components/ui/text";
import type { MessageDetail } from "@/server/platform/messages.schema";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { MessageState, useAbout, useStateWords } from "./message-state";

/** Shows the state of one message. Also shows its content if the content is stored. */
export function MessageSheet({
  open,
  onClose,
}: {
  open: { tenantId: number; messageId: number } | null;
  onClose: () => void;
}) {
  const t = useExtracted("platform");
  const about = useAbout();
  const stateWords = useStateWords();
  const trpc = useTRPC();
  const query = useQuery(
    trpc.platform.messages.get.queryOptions(open ?? { tenantId: 1, messageId: 1 }, {
      enabled: open !== null,
      refetchInterval: ({ state }) => (state.data?.state === "queued" ? 1_000 : false),
    }),
  );
  const retry = useAction(trpc.platform.messages.retry.mutationOptions(), () =>
    t("The message is sent again."),
  );
  const message = query.data;
  return (
    <Sheet
      open={open !== null}
      onOpenChange={onClose}
      title={message ? about(message) : t("Message")}
      description={message ? <ExactTime at={message.createdAt} /> : undefined}
      footer={
        message?.state === "failed" &&
        open && (
          <Button onClick={() => void retry(open).catch(toast.refused)}>
            <Send aria-hidden />
            {t("Try again")}
          </Button>
        )
      }
    >
      {query.isLoadingError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && open !== null && <Skeleton className="h-40" />}
      {message && (
        <div className="space-y-5">
          <div className="-mx-4">
            <Facts
              items={[
                { label: t("To"), value: <Address>{message.recipient}</Address> },
                { label: t("Organization"), value: message.slug ?? t("The platform itself") },
                {
                  label: t("State"),
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      <MessageState state={message.state} />
                      <span className="text-sm text-ink-soft">{stateWords[message.state].hint}</span>
                    </span>
                  ),
                },
                { label: t("Attempts"), value: message.attemptCount },
                ...(message.error
                  ? [
                      {
                        label: t("Error"),
                        value: <span className="break-words">{message.error}</span>,
                      },
                    ]
                  : []),
                ...(message.nextAttemptAt && message.state === "queued"
                  ? [{ label: t("Next attempt"), value: <ExactTime at={message.nextAttemptAt} /> }]
                  : []),
                ...(message.sentAt ? [{ label: t("Sent"), value: <ExactTime at={message.sentAt} /> }] : []),
              ]}
            />
          </div>
          {message.content && <Content content={message.content} />}
        </div>
      )}
    </Sheet>
  );
}

function Content({ content }: { content: NonNullable<MessageDetail["content"]> }) {
  const t = useExtracted("platform");
  const [asText, setAsText] = useState(content.html === null);
  const { html, text, subject, from } = content;
  const framed = useFramed(html?.replace("<head>", '<head><base target="_blank">') ?? "");
  return (
    <section aria-label={t("Content")}>
      {html !== null && (
        <>
          <h3 className="font-semibold break-words">{subject}</h3>
          <div className="mb-2 flex items-center justify-between gap-3 text-sm text-ink-soft">
            <span className="min-w-0 truncate">{t("From {from}", { from })}</span>
            <Button size="sm" onClick={() => setAsText(!asText)}>
              {asText ? t("Mail preview") : t("Plain text")}
            </Button>
          </div>
        </>
      )}
      {html !== null && !asText ? (
        // The sandbox of the frame forbids scripts and forms. Links open in a new tab.
        <iframe
          title={t("The mail")}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={framed}
          className="h-120 w-full rounded-md border border-line bg-white"
        />
      ) : (
        <CodeBlock text={text} label={t("content")} />
      )}
    </section>
  );
}
