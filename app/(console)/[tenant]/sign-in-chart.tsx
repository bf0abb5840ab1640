"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Skeleton } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { useDateLocale } from "@/components/ui/use-date-locale";
import { QueryError } from "../_frame/query-error";

/** A day of the calendar, written short. */
function useDayWords() {
  const locale = useDateLocale();
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
}

/** The sign-ins of each of the last two weeks' days, as bars to see and as a table to hear. */
export function SignInChart() {
  const t = useExtracted("console");
  const words = useDayWords();
  const query = useQuery(useTRPC().overview.signIns.queryOptions({}));
  const days = query.data;
  const most = Math.max(1, ...(days ?? []).map(({ succeeded, refused }) => succeeded + refused));
  const total = (days ?? []).reduce((sum, { succeeded, refused }) => sum + succeeded + refused, 0);
  return (
    <Section
      title={t("Sign-ins")}
      description={t("The last 14 days, in UTC")}
      actions={
        <span className="flex gap-4 text-sm text-ink-soft">
          <Key colour="bg-accent">{t("Signed in")}</Key>
          <Key colour="bg-danger">{t("Refused")}</Key>
        </span>
      }
    >
      {query.isError ? (
        <QueryError error={query.error} retry={() => void query.refetch()} />
      ) : !days ? (
        <Skeleton className="h-40" />
      ) : (
        <figure className="relative h-40">
          <div aria-hidden className="flex h-34 items-end gap-1 border-b border-line sm:gap-2">
            {days.map(({ date, succeeded, refused }) => (
              <div
                key={date}
                title={t("{day}: {succeeded, number} signed in, {refused, number} refused", {
                  day: words(date),
                  succeeded,
                  refused,
                })}
                className="flex h-full min-w-0 flex-1 flex-col justify-end rounded-t hover:bg-sunken"
              >
                <Bar colour="bg-danger rounded-t-sm" share={refused / most} />
                <Bar colour={refused > 0 ? "bg-accent" : "bg-accent rounded-t-sm"} share={succeeded / most} />
              </div>
            ))}
          </div>
          <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-faint">
            <span>{words(days[0]!.date)}</span>
            <span>{words(days.at(-1)!.date)}</span>
          </div>
          {total === 0 ? (
            <p className="absolute inset-x-0 top-12 text-center text-ink-soft">
              {t("Nobody has signed in yet.")}
            </p>
          ) : (
            <span
              aria-hidden
              className="absolute top-0 left-0 rounded bg-surface/80 pr-1 text-xs text-ink-faint"
            >
              {t("Most on a day: {most, number}", { most })}
            </span>
          )}
          <figcaption className="sr-only">
            <table>
              <caption>{t("Sign-ins of the last 14 days")}</caption>
              <thead>
                <tr>
                  <th scope="col">{t("Day")}</th>
                  <th scope="col">{t("Signed in")}</th>
                  <th scope="col">{t("Refused")}</th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ date, succeeded, refused }) => (
                  <tr key={date}>
                    <th scope="row">{words(date)}</th>
                    <td>{succeeded}</td>
                    <td>{refused}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </figcaption>
        </figure>
      )}
    </Section>
  );
}

const Key = ({ colour, children }: { colour: string; children: string }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-sm ${colour}`} />
    {children}
  </span>
);

/** A part of a day's column; what is not nothing is seen, however little it is. */
const Bar = ({ colour, share }: { colour: string; share: number }) =>
  share === 0 ? null : <span className={colour} style={{ height: `${share * 100}%`, minHeight: 2 }} />;
