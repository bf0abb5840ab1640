import { useExtracted } from "next-intl";
import { PREVIEW_DAYS } from "@/server/domain/access-rules/preview.schema";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import type { TagPolicyPreview } from "@/server/domain/tags/preview.schema";
import { useCounted } from "../../../_frame/use-counted";
import { useLossWords } from "../../../_frame/use-loss-words";
import { useGainWords } from "../words";

/** What a change of a policy takes from the people who have its tag, or gives back to them, in numbers. */
export function PolicyEffect({
  policy,
  preview: { effect, people, tagged, hit },
}: {
  policy: TagPolicy;
  preview: TagPolicyPreview;
}) {
  const t = useExtracted("tags");
  const counted = useCounted();
  const losses = useLossWords();
  const gains = useGainWords();
  return (
    <>
      <p className="font-medium text-ink first-letter:uppercase">
        {t("{count, plural, one {# person is concerned.} other {{people} people are concerned.}}", {
          count: people,
          people: counted(people),
        })}
      </p>
      {people < tagged && (
        <p>
          {t(
            "Of the {count, plural, one {one person} other {{tagged} people}} who have the tag; the others are suspended, or another tag of theirs decides the same.",
            { count: tagged, tagged: counted(tagged) },
          )}
        </p>
      )}
      <p>{effect === "loosens" ? gains[policy] : losses[policy]}</p>
      {hit !== null && policy === "requireMfa" && (
        <p className="first-letter:uppercase">
          {t(
            "{count, plural, =0 {All of them have one.} one {# of them has none yet, and is asked to set one up.} other {{people} of them have none yet, and are asked to set one up.}}",
            { count: hit, people: counted(hit) },
          )}
        </p>
      )}
      {hit !== null && policy === "allowMagicLink" && (
        <p className="first-letter:uppercase">
          {t(
            "{count, plural, =0 {None of them has signed in that way in the last {days, number} days.} one {# of them has signed in that way in the last {days, number} days.} other {{people} of them have signed in that way in the last {days, number} days.}}",
            { count: hit, people: counted(hit), days: PREVIEW_DAYS },
          )}
        </p>
      )}
    </>
  );
}
