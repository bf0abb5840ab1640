import { useExtracted } from "next-intl";
import { PREVIEW_DAYS } from "@/server/domain/access-rules/preview-days.schema";
import type { TagPolicy } from "@/server/domain/tags/policies.schema";
import type { PolicyCounts } from "@/server/domain/access-rules/tag-preview.schema";
import { useCounted } from "../lists/use-counted";
import { useLossWords } from "./policy-words";

/** Shows the number of users that a policy of a tag affects. */
export function PeopleConcerned({ people }: { people: number }) {
  const t = useExtracted("console");
  const counted = useCounted();
  return (
    <p className="font-medium text-ink first-letter:uppercase">
      {t("{count, plural, one {# user is affected.} other {{people} users are affected.}}", {
        count: people,
        people: counted(people),
      })}
    </p>
  );
}

/**
 * Shows how many of the affected users must act differently at their next sign-in. Renders nothing if the number is unknown.
 */
export function WhoNotices({ policy, hit }: { policy: TagPolicy; hit: number | null }) {
  const t = useExtracted("console");
  const counted = useCounted();
  if (hit === null) return null;
  const numbers = { count: hit, people: counted(hit) };
  if (policy === "requireMfa")
    return (
      <p className="first-letter:uppercase">
        {t(
          "{count, plural, =0 {All have one.} one {# user has none yet and is asked to set one up.} other {{people} users have none yet and are asked to set one up.}}",
          numbers,
        )}
      </p>
    );
  if (policy === "allowMagicLink")
    return (
      <p className="first-letter:uppercase">
        {t(
          "{count, plural, =0 {No user has signed in that way in the last {days, number} days.} one {# user has signed in that way in the last {days, number} days.} other {{people} users have signed in that way in the last {days, number} days.}}",
          { ...numbers, days: PREVIEW_DAYS },
        )}
      </p>
    );
  return null;
}

/** Shows the effect of a policy of a tag, with numbers of affected users. */
export function PolicyLosses({
  policy,
  counts: { people, hit },
}: {
  policy: TagPolicy;
  counts: PolicyCounts;
}) {
  const losses = useLossWords();
  return (
    <>
      <PeopleConcerned people={people} />
      <p>{losses[policy]}</p>
      <WhoNotices policy={policy} hit={hit} />
    </>
  );
}
