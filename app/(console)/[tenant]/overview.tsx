"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page";
import { EventList } from "../_frame/activity-feed";
import { QueryError } from "../_frame/query-error";

/** The server counts up to here; one more means that there are more. */
const EXACT_UP_TO = 10_000;
const count = (value: number) =>
  value > EXACT_UP_TO ? `${EXACT_UP_TO.toLocaleString("en")}+` : value.toLocaleString("en");

/** The organization at a glance. */
export function Overview({ tenant }: { tenant: string }) {
  const query = useQuery(useTRPC().overview.get.queryOptions({}));
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const data = query.data;
  const figures = [
    { label: "Active users", value: data?.users.active, href: `/${tenant}/users?status=active` },
    { label: "Suspended users", value: data?.users.suspended, href: `/${tenant}/users?status=suspended` },
    { label: "Roles", value: data?.roles, href: `/${tenant}/roles` },
    { label: "API credentials", value: data?.credentials, href: `/${tenant}/api-access` },
    { label: "Service accounts", value: data?.serviceAccounts, href: `/${tenant}/service-accounts` },
  ];
  return (
    <>
      <PageHeader title="Overview" description="The organization at a glance." />
      <ul className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(({ label, value, href }) => (
          <li key={label} className="bg-surface">
            <Link href={href} className="block px-4 py-3 -outline-offset-2 hover:bg-sunken">
              <span className="block text-2xl font-semibold tracking-tight tabular-nums">
                {value === undefined ? <Skeleton className="my-2 w-12" /> : count(value)}
              </span>
              <span className="text-sm text-ink-soft">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Section
        title="Latest activity"
        flush
        actions={
          <Link href={`/${tenant}/audit`} className="rounded text-sm text-accent-text hover:underline">
            Audit log
          </Link>
        }
      >
        {data ? <EventList events={data.recentEvents} /> : <Skeleton className="m-4" />}
      </Section>
    </>
  );
}
