import { ChevronRight } from "lucide-react";
import { useExtracted } from "next-intl";
import { CodeBlock, ExactTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { DeliveryTry } from "@/server/domain/webhooks/webhooks.schema";
import { readable } from "./readable";

/** Lists the earlier attempts of a delivery with time, response and duration. */
export function EarlierTries({ tries }: { tries: DeliveryTry[] }) {
  const t = useExtracted("webhooks");
  const locale = useDateLocale();
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{t("Earlier attempts")}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {tries.map(({ triedAt, httpStatus, errorMessage, responseBody, durationMs }) => (
          <li key={triedAt}>
            <details className="group">
              <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
                <ChevronRight
                  aria-hidden
                  className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
                />
                <ExactTime at={triedAt} to="second" />
                <span className="font-medium">
                  {httpStatus === null ? t("No response") : `HTTP ${httpStatus}`}
                </span>
                {durationMs !== null && (
                  <span className="ml-auto text-ink-soft tabular-nums">
                    {`${durationMs.toLocaleString(locale)} ms`}
                  </span>
                )}
              </summary>
              <div className="space-y-1.5 px-3 pb-3">
                {errorMessage && <p className="break-words text-ink-soft">{errorMessage}</p>}
                {responseBody ? (
                  <CodeBlock text={readable(responseBody)} label={t("response")} />
                ) : (
                  <p className="text-ink-soft">{t("No further details.")}</p>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
