import { useExtracted } from "next-intl";
import { useDateLocale } from "@/components/ui/use-date-locale";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import type { TagPolicyPreview } from "@/server/domain/tags/preview.schema";
import { useLossWords } from "./use-loss-words";

/** The server counts up to here; one more means that there are more. */
const EXACT_UP_TO = 10_000;

/** What a policy takes from the people who have its tag, in numbers. */
export function PolicyLosses({
  policy,
  preview: { people, hit },
}: {
  policy: TagPolicy;
  preview: TagPolicyPreview;
}) {
  const t = useExtracted("console");
  const locale = useDateLocale();
  const losses = useLossWords();
  return (
    <>
      <p className="font-medium text-ink">
        {people > EXACT_UP_TO
          ? t("More than {count} people are concerned.", { count: EXACT_UP_TO.toLocaleString(locale) })
          : t("{count, plural, one {# person is concerned.} other {# people are concerned.}}", {
              count: people,
            })}
      </p>
      <p>{losses[policy]}</p>
      {hit !== null && policy === "requireMfa" && (
        <p>
          {t(
            "{count, plural, =0 {All of them have one.} one {# of them has none yet, and is asked to set one up.} other {# of them have none yet, and are asked to set one up.}}",
            { count: hit },
          )}
        </p>
      )}
      {hit !== null && policy === "allowMagicLink" && (
        <p>
          {t(
            "{count, plural, =0 {None of them has signed in that way in the last 30 days.} one {# of them has signed in that way in the last 30 days.} other {# of them have signed in that way in the last 30 days.}}",
            { count: hit },
          )}
        </p>
      )}
    </>
  );
}
