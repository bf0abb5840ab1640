"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { DayBars, Legend } from "@/components/ui/day-bars";
import { Section } from "@/components/ui/page/page";
import { NotLoaded } from "../_frame/records/not-loaded";

/** Chart of the sign-ins per day in the last two weeks. */
export function SignInChart() {
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
