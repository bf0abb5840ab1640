"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { Dialog } from "@/components/ui/dialog/overlay";
import type { CredentialUsage } from "@/server/domain/credentials/usage.schema";
import { NotLoaded } from "../records/not-loaded";

/** Shows the recent requests of a credential and its rate limit. */
export function UsageDialog({
  name,
  query,
  onClose,
  children,
}: {
  name: string;
  /** Content below the statistics. */
  children?: ReactNode;
  query: Pick<UseQueryResult<CredentialUsage, ConsoleError>, "data" | "error" | "refetch">;
  onClose: () => void;
}) {
  const t = useExtracted("console");
  // Destructures the result, because React Query renders this component again only if a property was read during its render.
  // The lazy dialog reads the properties later.
  const { data: usage, error, refetch } = query;
  const series = [
    { label: t("Answered"), within: t("answered"), colour: "bg-accent" },
    { label: t("Refused"), within: t("refused"), colour: "bg-danger" },
    { label: t("Rate limited"), within: t("rate limited"), colour: "bg-warning-text" },
    { label: t("Server errors"), within: t("server errors"), colour: "bg-ink-faint" },
  ];
  const days = usage?.days.map(({ date, requests, refused, limited, failed }) => ({
    date,
    counts: [requests - refused - limited - failed, refused, limited, failed],
  }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Usage of {name}", { name })}
      description={
        usage &&
        t(
          "At most {requestsPerMinute, number} requests a minute are answered; further ones are refused with 429.",
          {
            requestsPerMinute: usage.requestsPerMinute,
          },
        )
      }
      wide
    >
      {!usage || !days ? (
        <NotLoaded query={{ error, refetch }} className="h-48" />
      ) : (
        <div className="space-y-3">
          <div className="flex flex-wrap items-baseline justify-between gap-2">
            <p className="text-sm text-ink-soft">
              {t("{requests, plural, one {# request} other {# requests}} in the last 30 days, in UTC", {
                requests: usage.days.reduce((total, day) => total + day.requests, 0),
              })}
            </p>
            <Legend series={series} />
          </div>
          <DayBars
            label={t("Requests of the last 30 days")}
            series={series}
            days={days}
            empty={t("Not used in this period.")}
          />
        </div>
      )}
      {children}
    </Dialog>
  );
}
