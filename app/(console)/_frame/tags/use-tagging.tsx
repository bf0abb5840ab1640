"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import type { TaggingPreview } from "@/server/domain/access-rules/tag-preview.schema";
import { useLossWords } from "./policy-words";

interface Tagging {
  userId: number;
  person: string;
  tagId: number;
  tag: string;
  go: () => Promise<unknown>;
}

/**
 * Assigns a tag to a user. If the tag restricts the user, first shows the restrictions and asks for a confirmation. The promise
 * of `ask` rejects if the preview or the assignment fails. The page must render `dialog`.
 */
export function useTagging(): { ask: (tagging: Tagging) => Promise<void>; dialog: ReactNode } {
  const t = useExtracted("console");
  const queries = useQueryClient();
  const trpc = useTRPC();
  const [asked, setAsked] = useState<(Tagging & { preview: TaggingPreview }) | null>(null);
  return {
    ask: async (tagging) => {
      const { userId, tagId } = tagging;
      const preview = await queries.fetchQuery({
        ...trpc.tags.previewTagging.queryOptions({ userId, tagId }),
        staleTime: 0,
      });
      if (preview.policies.length === 0 && preview.refused === null) await tagging.go();
      else setAsked({ ...tagging, preview });
    },
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t("Assign the tag {tag} to {person}?", { person: asked?.person ?? "", tag: asked?.tag ?? "" })}
        action={t("Assign the tag")}
        danger={asked?.preview.refused != null}
        onConfirm={() => asked!.go()}
      >
        {asked && <Losses preview={asked.preview} />}
      </ConfirmDialog>
    ),
  };
}

function Losses({ preview: { policies, refused, signIns, days } }: { preview: TaggingPreview }) {
  const t = useExtracted("console");
  const words = useLossWords();
  return (
    <>
      {policies.length > 0 && (
        <ul className="list-disc space-y-1 pl-5 text-ink">
          {policies.map((policy) => (
            <li key={policy}>{words[policy]}</li>
          ))}
        </ul>
      )}
      {refused && (
        <>
          <p className="font-medium text-ink">
            {t(
              "Access rules for this tag would have refused {refused, number} of their {signIns, plural, one {# sign-in} other {# sign-ins}} of the last {days, number} days.",
              { refused: refused.signIns, signIns, days },
            )}
          </p>
          <p className="break-words">{refused.why}</p>
        </>
      )}
    </>
  );
}
