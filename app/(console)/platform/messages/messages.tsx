"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mail, MessageSquareText } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { FilterSelect } from "@/components/ui/input/input";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { Message } from "@/server/platform/messages.schema";
import { CursorPager } from "../../_frame/lists/cursor-pager";
import { QueryTable } from "../../_frame/lists/query-table";
import { messageFilters, messageQuery } from "./filters";
import { MessageSheet } from "./message-sheet";
import { MessageState, useAbout, useStateWords } from "./message-state";

function useColumns(): Column<Message>[] {
  const t = useExtracted("platform");
  const about = useAbout();
  return [
    {
      id: "recipient",
      header: t("To"),
      width: 16,
      cell: ({ channel, recipient }) => {
        const Icon = channel === "email" ? Mail : MessageSquareText;
        return (
          <span className="flex min-w-0 items-center gap-2">
            <Icon
              aria-label={channel === "email" ? t("E-mail") : t("Text message")}
              className="size-4 shrink-0 text-ink-faint"
            />
            <span className="truncate" title={recipient}>
              {recipient}
            </span>
          </span>
        );
      },
    },
    { id: "about", header: t("About"), width: 11, cell: about },
    {
      id: "organization",
      header: t("Organization"),
      width: 9,
      cell: ({ slug }) => <span className="block truncate">{slug ?? t("The platform")}</span>,
      hideable: true,
    },
    { id: "state", header: t("State"), width: 7, cell: ({ state }) => <MessageState state={state} /> },
    {
      id: "error",
      header: t("Error"),
      width: 12,
      cell: ({ error }) =>
        error && (
          <span className="block max-w-56 truncate text-ink-soft" title={error}>
            {error}
          </span>
        ),
      hideable: true,
    },
    {
      id: "created",
      header: t("When"),
      width: 8,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
      hideable: true,
    },
  ];
}

/**
 * Explains what happens to messages on a channel without a configured sender. If `kept` is true, such messages are stored but
 * not sent. Otherwise such messages fail.
 */
function UnsentChannel({ channel, kept }: { channel: Message["channel"]; kept: boolean }) {
  const t = useExtracted("platform");
  if (channel === "email")
    return kept
      ? t("Mail: messages are only kept here to be read. Set SMTP_URL and MAIL_FROM to send them.")
      : t("Mail: messages fail. Set SMTP_URL and MAIL_FROM to send them.");
  return kept
    ? t("Text messages: messages are only kept here to be read. Set SMS_GATEWAY_URL to send them.")
    : t("Text messages: messages fail. Set SMS_GATEWAY_URL to send them.");
}

/** Lists e-mails and text messages of all organizations, newest first. */
export function Messages() {
  const t = useExtracted("platform");
  const stateWords = useStateWords();
  const trpc = useTRPC();
  const [filters, setFilters] = useQueryStates(messageFilters, { history: "push" });
  const query = useQuery(
    trpc.platform.messages.page.queryOptions(messageQuery(filters), {
      placeholderData: keepPreviousData,
      // Polls in shorter intervals while a message is queued.
      refetchInterval: ({ state }) =>
        state.data?.messages.some((message) => message.state === "queued") ? 2_000 : 15_000,
    }),
  );
  const unsent = (["email", "sms"] as const).filter(
    (channel) => query.data && query.data.channels[channel] !== "sent",
  );
  return (
    <>
      <PageHeader
        title={t("Messages")}
        description={t(
          "Mails and text messages of every organization: codes, links and notices. They are listed for 30 days. The content of sent messages is not kept.",
        )}
      />
      <div className="space-y-4">
        {unsent.length > 0 && (
          <Callout
            tone={unsent.some((channel) => query.data?.channels[channel] === "off") ? "warning" : "info"}
            title={
              unsent.length === 2
                ? t("Nothing is sent")
                : unsent[0] === "email"
                  ? t("Mail: nothing is sent")
                  : t("Text messages: nothing is sent")
            }
          >
            {unsent.map((channel) => (
              <p key={channel}>
                <UnsentChannel channel={channel} kept={query.data?.channels[channel] === "kept"} />
              </p>
            ))}
          </Callout>
        )}
        <QueryTable
          query={query}
          id="messages"
          label={t("Messages")}
          columns={useColumns()}
          rows={query.data?.messages}
          rowKey={({ tenantId, messageId }) => `${tenantId}/${messageId}`}
          onRowClick={({ tenantId, messageId }) =>
            void setFilters({ organization: tenantId, message: messageId })
          }
          toolbar={
            <FilterSelect
              label={t("State")}
              value={filters.state}
              options={[
                { value: "all", label: t("All statuses") },
                ...Object.entries(stateWords).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(state) => void setFilters({ state: state as "all", cursor: null })}
            />
          }
          empty={
            filters.state === "all" ? (
              <EmptyState icon={Mail} title={t("No messages yet")}>
                {t("Messages appear here after an invitation, a code or a forgotten password.")}
              </EmptyState>
            ) : (
              <EmptyState
                icon={Mail}
                title={t("No messages with this status")}
                action={<Button onClick={() => void setFilters(null)}>{t("Show all")}</Button>}
              />
            )
          }
          pager={
            <CursorPager
              shown={query.data?.messages.length}
              cursor={filters.cursor}
              next={query.data?.nextCursor}
              onTurn={(cursor) => void setFilters({ cursor })}
            />
          }
        />
      </div>
      <MessageSheet
        open={
          filters.organization === null || filters.message === null
            ? null
            : { tenantId: filters.organization, messageId: filters.message }
        }
        onClose={() => void setFilters({ organization: null, message: null })}
      />
    </>
  );
}
