"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { Facts, PageHeader, Section } from "@/components/ui/page/page";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { useSize } from "@/components/ui/format/use-size";
import type { SystemState } from "@/server/platform/system.schema";
import { QueryError } from "../../_frame/lists/query-error";
import { SigningKeysSection } from "./signing-keys";

const REFRESH_MS = 15_000;

/** Page with the state of the installation. Polls the state. */
export function SystemPage() {
  const t = useExtracted("platform");
  const query = useQuery({
    ...useTRPC().platform.system.get.queryOptions({}),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title={t("System")}
        description={t("Status of this installation: database and background work.")}
        meta={
          query.data && (
            <span>
              {t.rich("Checked <time></time>, again every 15 seconds", {
                time: () => <RelativeTime at={query.data.checkedAt} />,
              })}
            </span>
          )
        }
        actions={
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            {!query.isFetching && <RefreshCw aria-hidden />}
            {t("Check now")}
          </Button>
        }
      />
      {/* Shows the error of a failed refetch, because the shown state is then out of date. */}
      {query.error ? (
        <QueryError error={query.error} retry={() => void query.refetch()} />
      ) : query.data ? (
        <State state={query.data} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <div className="mt-4">
        <SigningKeysSection />
      </div>
    </>
  );
}

/** Shows a time relative to now, or "None" for null. */
function Since({ at }: { at: string | null }) {
  const t = useExtracted("platform");
  return at ? <RelativeTime at={at} /> : <span className="text-ink-faint">{t("None")}</span>;
}

/** Explains which location data is available, and which settings add more data. */
function Locates({ regions, anonymizers }: SystemState["locates"]) {
  const t = useExtracted("platform");
  return (
    <>
      <p>
        {regions
          ? t("Countries and regions are known.")
          : t(
              "Only countries are known. Access rules about regions use only the country. Set GEOIP_DATABASE to a file with regions.",
            )}
      </p>
      <p>
        {anonymizers
          ? t("Addresses of anonymizers are known.")
          : t(
              "No anonymizers are known. Access rules about them refuse no sign-ins. Set ANONYMIZER_LIST to a file with their addresses.",
            )}
      </p>
    </>
  );
}

function State({ state }: { state: SystemState }) {
  const t = useExtracted("platform");
  const size = useSize();
  const locale = useDateLocale();
  const number = (value: number) => value.toLocaleString(locale);
  const { version, startedAt, database, locates, organizations, outbox, webhooks, lastSealAt, problems } =
    state;
  return (
    <div className="space-y-4">
      {problems.length === 0 ? (
        <Callout tone="success" title={t("No problems found")} />
      ) : (
        <Callout tone="warning" title={t("Something needs attention")}>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title={t("Server")} flush>
          <Facts
            items={[
              { label: t("Version"), value: version },
              {
                label: t("Running since"),
                value: (
                  <>
                    <ExactTime at={startedAt} />{" "}
                    <span className="text-ink-soft">
                      (<RelativeTime at={startedAt} />)
                    </span>
                  </>
                ),
              },
              { label: t("IP geolocation"), value: <Locates {...locates} /> },
              {
                label: t("Organizations"),
                value: t("{active, number} active, {suspended, number} suspended", organizations),
              },
            ]}
          />
        </Section>
        <Section title={t("Database")} flush>
          <Facts
            items={[
              {
                label: t("Kind"),
                value:
                  database.kind === "postgres"
                    ? `PostgreSQL ${database.version}`
                    : t("Embedded (PGlite, PostgreSQL {version})", { version: database.version }),
              },
              { label: t("Size"), value: size(database.bytes) },
              { label: t("Response time"), value: t("{ms, number} ms", { ms: database.answeredInMs }) },
            ]}
          />
        </Section>
        <Section
          title={t("Events")}
          description={t(
            "Each change is an event. It is added to the audit log’s hash chain and sent to webhooks a moment later.",
          )}
          flush
        >
          <Facts
            items={[
              { label: t("Waiting"), value: number(outbox.waiting) },
              {
                label: t("Oldest waiting"),
                value: <Since at={outbox.oldestAt} />,
              },
              { label: t("Last seal"), value: <Since at={lastSealAt} /> },
            ]}
          />
        </Section>
        <Section
          title={t("Webhooks")}
          description={t("Deliveries of all organizations. Those that failed are tried again later.")}
          flush
        >
          <Facts
            items={[
              { label: t("Pending"), value: number(webhooks.waiting) },
              { label: t("Due now"), value: number(webhooks.overdue) },
              {
                label: t("Due since"),
                value: <Since at={webhooks.oldestDueAt} />,
              },
            ]}
          />
        </Section>
      </div>
    </div>
  );
}
