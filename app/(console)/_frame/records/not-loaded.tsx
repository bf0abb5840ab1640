"use client";

import type { ConsoleError } from "@/components/data/trpc";
import { Skeleton, EmptyState } from "@/components/ui/feedback";
import { Compass } from "lucide-react";
import { useExtracted } from "next-intl";
import { usePathname } from "next/navigation";
import { LinkButton } from "@/components/ui/link-button";
import { isNotThere, QueryError } from "../lists/query-error";

/**
 * Placeholder for a query without data. Shows a skeleton while the query loads, and the error with a retry button after a
 * failure. Do not use this component for a failed refetch, because forms and open dialogs must survive a short outage of the
 * server.
 */
export function NotLoaded({
  query: { error, refetch },
  className,
  page = false,
}: {
  query: { error: ConsoleError | null; refetch: () => Promise<unknown> };
  /** CSS classes with the size of the loaded content. */
  className?: string;
  /** True if the query loads the main record of the page. Status 404 then shows the "not found" page. */
  page?: boolean;
}) {
  if (error === null) return <Skeleton className={className} />;
  if (page && isNotThere(error)) return <NotThere message={error.message} />;
  return <QueryError error={error} retry={() => void refetch()} />;
}

/**
 * "Not found" page inside the frame of the console. Shown if the page does not exist or the administrator may not see it. Links
 * to existing pages.
 */
export function NotThere({ message }: { message?: string }) {
  const t = useExtracted("console");
  const [, workspace = "", area, ...record] = usePathname().split("/");
  const inArea = area !== undefined && record.length > 0;
  return (
    <>
      <h1 className="sr-only">{t("Not found")}</h1>
      <EmptyState
        icon={Compass}
        title={t("There is nothing here")}
        action={
          <LinkButton href={inArea ? `/${workspace}/${area}` : `/${workspace}`}>
            {inArea ? t("Back to the list") : t("Back to the overview")}
          </LinkButton>
        }
      >
        {message ?? t("The address may be wrong, or you may not have access.")}
      </EmptyState>
    </>
  );
}
