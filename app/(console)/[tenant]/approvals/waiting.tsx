"use client";

import { useExtracted } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { QueryError } from "../../_frame/lists/query-error";

/** Section that lists the requests of one kind. `count` is undefined while the requests load. */
export function Waiting({
  title,
  count,
  more,
  query,
  children,
}: {
  title: string;
  count: number | undefined;
  more: { label: string; href: string };
  query: { isLoadingError: boolean; error: ConsoleError | null; refetch: () => Promise<unknown> };
  children: ReactNode;
}) {
  const t = useExtracted("approvals");
  return (
    <Section
      title={title}
      flush
      actions={
        <span className="flex items-center gap-3">
          {count !== undefined && (
            <Badge tone={count > 0 ? "warning" : "neutral"}>{t("{count, number} pending", { count })}</Badge>
          )}
          <Link href={more.href} className="rounded text-sm text-accent-text hover:underline">
            {more.label}
          </Link>
        </span>
      }
    >
      {query.isLoadingError && query.error ? (
        <QueryError error={query.error} retry={() => void query.refetch()} />
      ) : count === undefined ? (
        <Skeleton className="m-4" />
      ) : count === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">{t("No pending requests.")}</p>
      ) : (
        <ul className="divide-y divide-line" aria-label={title}>
          {children}
        </ul>
      )}
    </Section>
  );
}

/** List entry for one request: its user, its purpose and the administrator's possible actions. */
export const Item = ({ who, what, actions }: { who: ReactNode; what: ReactNode; actions: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
    <div className="w-56 min-w-0 max-sm:w-full">{who}</div>
    <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-ink-soft">
      {what}
    </div>
    {actions}
  </li>
);
