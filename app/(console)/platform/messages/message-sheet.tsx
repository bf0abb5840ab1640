"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page";
import { Sheet } from "@/components/ui/sheet";
import { CodeBlock, ExactTime } from "@/components/ui/text";
import type { MessageDetail } from "@/server/platform/messages.schema";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";
import { aboutOf, MessageState, stateWords } from "./message-state";

/** One message: what became of it and, where it is kept to be read, what it says. */
export function MessageSheet({
  open,
  onClose,
}: {
  open: { tenantId: number; messageId: number } | null;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.platform.messages.get.queryOptions(open ?? { tenantId: 1, messageId: 1 }, {
      enabled: open !== null,
      refetchInterval: ({ state }) => (state.data?.state === "queued" ? 1_000 : false),
    }),
  );
  const retry = useAction(trpc.platform.messages.retry.mutationOptions(), () => "It is tried again.");
  const message = query.data;
  return (
    <Sheet
      open={open !== null}
      onOpenChange={onClose}
      title={message ? aboutOf(message) : "Message"}
      description={message ? <ExactTime at={message.createdAt} /> : undefined}
      footer={
        message?.state === "failed" &&
        open && (
          <Button onClick={() => void retry(open).catch((error: Error) => toast.error(error.message))}>
            <Send aria-hidden />
            Try again
          </Button>
        )
      }
    >
      {query.isError && <QueryError error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && open !== null && <Skeleton className="h-40" />}
      {message && (
        <div className="space-y-5">
          <div className="-mx-4">
            <Facts
              items={[
                { label: "To", value: <span className="break-all">{message.recipient}</span> },
                { label: "Organization", value: message.slug ?? "The platform itself" },
                {
                  label: "State",
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      <MessageState state={message.state} />
                      <span className="text-sm text-ink-soft">{stateWords[message.state].hint}</span>
                    </span>
                  ),
                },
                { label: "Tries", value: message.attemptCount },
                ...(message.error
                  ? [{ label: "Error", value: <span className="break-words">{message.error}</span> }]
                  : []),
                ...(message.nextAttemptAt && message.state === "queued"
                  ? [{ label: "Next try", value: <ExactTime at={message.nextAttemptAt} /> }]
                  : []),
                ...(message.sentAt ? [{ label: "Sent", value: <ExactTime at={message.sentAt} /> }] : []),
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
  const [asText, setAsText] = useState(content.html === null);
  const { html, text, subject, from } = content;
  return (
    <section aria-label="What it says">
      {html !== null && (
        <>
          <h3 className="font-semibold break-words">{subject}</h3>
          <div className="mb-2 flex items-center justify-between gap-3 text-sm text-ink-soft">
            <span className="min-w-0 truncate">From {from}</span>
            <Button size="sm" onClick={() => setAsText(!asText)}>
              {asText ? "As a mail program shows it" : "As text"}
            </Button>
          </div>
        </>
      )}
      {html !== null && !asText ? (
        // Neither scripts nor forms, and links open beside the console, not in the frame.
        <iframe
          title="The mail"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={html.replace("<head>", '<head><base target="_blank">')}
          className="h-120 w-full rounded-md border border-line bg-white"
        />
      ) : (
        <CodeBlock text={text} label="what it says" />
      )}
    </section>
  );
}
