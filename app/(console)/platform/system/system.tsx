"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Facts, PageHeader, Section } from "@/components/ui/page";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import type { SystemState } from "@/server/platform/system.schema";
import { QueryError } from "../../_frame/query-error";

const REFRESH_MS = 15_000;

/** How the installation is; asked again while one looks. */
export function SystemPage() {
  const query = useQuery({
    ...useTRPC().platform.system.get.queryOptions({}),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="System"
        description="How this installation is: its database, and what works beside requests."
        meta={
          query.data && (
            <span>
              Checked <RelativeTime at={query.data.checkedAt} />, again every 15 seconds
            </span>
          )
        }
        actions={
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCw aria-hidden />}
            Check now
          </Button>
        }
      />
      {query.isError ? (
        <QueryError error={query.error} retry={() => void query.refetch()} />
      ) : query.data ? (
        <State state={query.data} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </>
  );
}

const number = (value: number) => value.toLocaleString("en");

function size(bytes: number) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_000)));
  return `${(bytes / 1_000 ** step).toFixed(step < 2 ? 0 : 1)} ${units[step]}`;
}

const Never = () => <span className="text-ink-faint">None</span>;

function State({ state }: { state: SystemState }) {
  const { version, startedAt, database, organizations, outbox, webhooks, lastSealAt, problems } = state;
  return (
    <div className="space-y-4">
      {problems.length === 0 ? (
        <Callout tone="success" title="All is well" />
      ) : (
        <Callout tone="warning" title="Something needs attention">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title="Server" flush>
          <Facts
            items={[
              { label: "Version", value: version },
              {
                label: "Runs since",
                value: (
                  <>
                    <ExactTime at={startedAt} />{" "}
                    <span className="text-ink-soft">
                      (<RelativeTime at={startedAt} />)
                    </span>
                  </>
                ),
              },
              {
                label: "Organizations",
                value: `${number(organizations.active)} active, ${number(organizations.suspended)} suspended`,
              },
            ]}
          />
        </Section>
        <Section title="Database" flush>
          <Facts
            items={[
              {
                label: "Kind",
                value:
                  database.kind === "postgres"
                    ? `PostgreSQL ${database.version}`
                    : `Embedded (PGlite, PostgreSQL ${database.version})`,
              },
              { label: "Size", value: size(database.bytes) },
              { label: "Answered in", value: `${database.answeredInMs} ms` },
            ]}
          />
        </Section>
        <Section
          title="Events"
          description="Each change is an event, sealed into the audit log’s chain and sent to webhooks a moment later."
          flush
        >
          <Facts
            items={[
              { label: "Waiting", value: number(outbox.waiting) },
              {
                label: "Waits longest",
                value: outbox.oldestAt ? <RelativeTime at={outbox.oldestAt} /> : <Never />,
              },
              { label: "Last seal", value: lastSealAt ? <RelativeTime at={lastSealAt} /> : <Never /> },
            ]}
          />
        </Section>
        <Section
          title="Webhooks"
          description="Deliveries of all organizations. Those that failed are tried again later."
          flush
        >
          <Facts
            items={[
              { label: "To be made", value: number(webhooks.waiting) },
              { label: "Due now", value: number(webhooks.overdue) },
              {
                label: "Due since",
                value: webhooks.oldestDueAt ? <RelativeTime at={webhooks.oldestDueAt} /> : <Never />,
              },
            ]}
          />
        </Section>
      </div>
    </div>
  );
}
