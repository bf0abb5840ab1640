"use client";

import { useExtracted } from "next-intl";
import type { TaggingManyPreview } from "@/server/domain/access-rules/tag-preview.schema";
import { PolicyLosses } from "../../_frame/tags/policy-losses";

/**
 * Shows how many people lose each ability through a tag. Also shows how many past sign-ins the access rules of the tag would
 * have refused.
 */
export function BulkTagLosses({ preview: { policies, refused, days } }: { preview: TaggingManyPreview }) {
  const t = useExtracted("users");
  return (
    <>
      {refused && (
        <>
          <p className="font-medium text-ink">
            {t(
              "Access rules for this tag would have refused {signIns, plural, one {# sign-in} other {# sign-ins}} by {count, number} of these people in the last {days, number} days.",
              { signIns: refused.signIns, count: refused.people, days },
            )}
          </p>
          <p className="break-words">{refused.why}</p>
        </>
      )}
      {policies.length > 0 && (
        <ul className="list-disc space-y-2 pl-5">
          {policies.map(({ policy, ...counts }) => (
            <li key={policy}>
              <PolicyLosses policy={policy} counts={counts} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
