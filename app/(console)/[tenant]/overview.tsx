"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Inbox, ShieldAlert } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { EventList } from "../_frame/log/activity-feed";
import { QueryError } from "../_frame/lists/query-error";
import { GettingStarted } from "./getting-started";
import { NotLoaded } from "../_frame/records/not-loaded";

/** Overview of the organization: pending decisions, active sessions and recent events. */
export function Overview({ tenant, mayAppoint }: { tenant: string; mayAppoint: boolean }) {
  const t = useExtracted("console");
  const locale = useDateLocale();
  const query = useQuery(useTRPC().overview.get.queryOptions({}));
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const data = query.data;
  const count = (value: number) =>
    Math.min(value, EXACT_UP_TO).toLocaleString(locale) + (value > EXACT_UP_TO ? "+" : "");
  const figures = [
    { label: t("Active users"), value: data?.users.active, href: `/${tenant}/users?status=active` },
    { label: t("Suspended users"), value: data?.users.suspended, href: `/${tenant}/users?status=suspended` },
    { label: t("Current sessions"), value: data?.activeSessions, href: `/${tenant}/security` },
    { label: t("Roles"), value: data?.roles, href: `/${tenant}/roles` },
    { label: t("API credentials"), value: data?.credentials, href: `/${tenant}/api-access` },
    { label: t("Service accounts"), value: data?.serviceAccounts, href: `/${tenant}/service-accounts` },
  ];
  const pending = data && Object.values(data.pending).reduce((sum, waiting) => sum + waiting, 0);
  return (
    <>
      <PageHeader
        title={t("Overview")}
        description={t("Pending approvals, activity and alerts at a glance.")}
      />
      <ul className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
        {figures.map(({ label, value, href }) => (
          <li key={label} className="bg-surface">
            <Link href={href} prefetch={false} className="block px-4 py-3 -outline-offset-2 hover:bg-sunken">
              <span className="block h-9 text-2xl leading-9 font-semibold tracking-tight tabular-nums">
                {value === undefined ? <Skeleton className="mt-2 h-6 w-12" /> : count(value)}
              </span>
              <span className="text-sm text-ink-soft">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {/* On narrow screens, the pending decisions come before the other sections. */}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside className="min-w-0 space-y-4 lg:order-last" aria-label={t("Waiting for you")}>
          <Section title={t("Waiting for you")} flush>
            <ul className="divide-y divide-line">
              <Waiting
                icon={<Inbox aria-hidden />}
                label={t("Approvals")}
                words={
                  pending === undefined
                    ? null
                    : pending === 0
                      ? t("None pending")
                      : t("{count} pending", { count: count(pending) })
                }
                urgent={Boolean(pending)}
                href={`/${tenant}/approvals`}
              />
              <Waiting
                icon={<ShieldAlert aria-hidden />}
                label={t("Security alerts")}
                words={
                  data === undefined
                    ? null
                    : data.openAlerts === 0
                      ? t("None open")
                      : t("{count} not acknowledged", { count: count(data.openAlerts) })
                }
                urgent={Boolean(data?.openAlerts)}
                href={`/${tenant}/security/alerts`}
              />
            </ul>
          </Section>
          {data && <GettingStarted tenant={tenant} setup={data.setup} mayAppoint={mayAppoint} />}
        </aside>
        <div className="min-w-0 space-y-4">
          <SignInChart />
          <Section
            title={t("Latest activity")}
            flush
            actions={
              <Link
                href={`/${tenant}/audit`}
                prefetch={false}
                className="rounded text-sm text-accent-text hover:underline"
              >
                {t("Audit log")}
              </Link>
            }
          >
            {data ? <EventList events={data.recentEvents} most={1} /> : <Skeleton className="m-4 h-64" />}
          </Section>
        </div>
      </div>
    </>
  );
}

/** List entry for one kind of pending decision. Links to the page with these decisions. */
const Waiting = ({
  icon,
  label,
  words,
  urgent,
  href,
}: {
  icon: ReactNode;
  label: string;
  words: string | null;
  urgent: boolean;
  href: string;
}) => (
  <li>
    <Link
      href={href}
      prefetch={false}
      className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        <span className={urgent ? "text-sm font-medium text-warning-text" : "text-sm text-ink-soft"}>
          {words ?? <Skeleton className="my-0.5 w-24" />}
        </span>
      </span>
      <ChevronRight aria-hidden />
    </Link>
  </li>
);

/** Chart of the sign-ins per day in the last two weeks. */
function SignInChart() {
  const t = useExtracted("console");
  const query = useQuery(useTRPC().overview.signIns.queryOptions({}));
  const series = [
    { label: t("Signed in"), within: t("signed in"), colour: "bg-accent" },
    { label: t("Refused"), within: t("refused"), colour: "bg-danger" },
  ];
  return (
    <Section
      title={t("Sign-ins")}
      description={t("The last 14 days, in UTC")}
      actions={<Legend series={series} />}
    >
      {!query.data ? (
        <NotLoaded query={query} className="h-40" />
      ) : (
        <DayBars
          label={t("Sign-ins of the last 14 days")}
          series={series}
          days={query.data.map(({ date, succeeded, refused }) => ({ date, counts: [succeeded, refused] }))}
          empty={t("Nobody has signed in yet.")}
        />
      )}
    </Section>
  );
}
