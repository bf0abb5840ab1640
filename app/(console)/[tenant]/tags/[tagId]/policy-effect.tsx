import { useExtracted } from "next-intl";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import type { TagPolicyPreview } from "@/server/domain/access-rules/tag-preview.schema";
import { PeopleConcerned, WhoNotices } from "../../../_frame/tags/policy-losses";
import { useCounted } from "../../../_frame/lists/use-counted";
import { useLossWords } from "../../../_frame/tags/use-loss-words";
import { useGainWords } from "../words";

/** Shows the numbers of people with the tag that a policy change affects. */
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
      <PeopleConcerned people={people} />
      {people < tagged && (
        <p>
          {t(
            "Out of {count, plural, one {one user} other {{tagged} users}} with the tag. The others are suspended, or another tag already has the same effect.",
            { count: tagged, tagged: counted(tagged) },
          )}
        </p>
      )}
      <p>{effect === "loosens" ? gains[policy] : losses[policy]}</p>
      <WhoNotices policy={policy} hit={hit} />
    </>
  );
}
