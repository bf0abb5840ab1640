"use client";

import { useExtracted } from "next-intl";
import { cn } from "./cn";
import { useDateLocale } from "./format/use-date-locale";

/** Series of values. Each bar contains all series, from bottom to top. */
interface Series {
  label: string;
  /** Label for use after a number inside a sentence. */
  within: string;
  /** CSS class that sets the background colour of the series. */
  colour: string;
}

interface DayBarsProps {
  /** Name of the chart and of its table for screen readers. */
  label: string;
  series: Series[];
  /** Days in ascending order (UTC, yyyy-mm-dd). `counts` has one count for each series. */
  days: { date: string; counts: number[] }[];
  /** Text that is shown if all counts are zero. */
  empty: string;
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Bar chart of counts per day. Also renders a hidden table for screen readers. */
export function DayBars({ label, series, days, empty }: DayBarsProps) {
  const t = useExtracted("shared");
  const locale = useDateLocale();
  const words = (date: string) =>
    new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
  const most = Math.max(0, ...days.map(({ counts }) => sum(counts)));
  const [first] = days;
  const last = days.at(-1);
  return (
    <figure className="relative flow-root h-40">
      <div aria-hidden className="mt-5 flex h-29 items-end gap-1 border-b border-line sm:gap-2">
        {days.map(({ date, counts }) => (
          <div
            key={date}
            title={`${words(date)}: ${series.map(({ within }, index) => `${(counts[index] ?? 0).toLocaleString(locale)} ${within}`).join(", ")}`}
            className="flex h-full min-w-0 flex-1 flex-col-reverse justify-start rounded-t hover:bg-sunken"
          >
            {series.map(({ label, colour }, index) => (
              <Bar key={label} colour={colour} share={(counts[index] ?? 0) / Math.max(1, most)} />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-xs text-ink-faint">
        <span>{first && words(first.date)}</span>
        <span>{last && last !== first && words(last.date)}</span>
      </div>
      {most === 0 ? (
        <p className="absolute inset-x-0 top-12 text-center text-ink-soft">{empty}</p>
      ) : (
        <span aria-hidden className="absolute top-0 left-0 text-xs text-ink-faint">
          {t("Daily maximum: {most, number}", { most })}
        </span>
      )}
      <figcaption className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t("Day")}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, counts }) => (
              <tr key={date}>
                <th scope="row">{words(date)}</th>
                {series.map(({ label }, index) => (
                  <td key={label}>{(counts[index] ?? 0).toLocaleString(locale)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

/** Legend that explains the colours of the bars. */
export const Legend = ({ series }: { series: Series[] }) => (
  <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
    {series.map(({ label, colour }) => (
      <span key={label} className="flex items-center gap-1.5">
        <span aria-hidden data-bar className={`size-2.5 rounded-sm ${colour}`} />
        {label}
      </span>
    ))}
  </span>
);

/** Segment of a bar. A count above zero has a minimum height of 2 pixels. */
const Bar = ({ colour, share }: { colour: string; share: number }) =>
  share === 0 ? null : (
    <span
      data-bar
      className={cn("mx-auto w-full max-w-10 last:rounded-t-sm", colour)}
      style={{ height: `${share * 100}%`, minHeight: 2 }}
    />
  );
