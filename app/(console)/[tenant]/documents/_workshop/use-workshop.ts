import { useState } from "react";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { sampleDataIn } from "@/server/domain/documents/kinds.schema";
import type { Span } from "./places";
import { useRemarks } from "./remarks";
import type { Place } from "./rendering";
import { usePreview } from "./use-preview";

const contentKeys = ["html", "sampleData", "pageSize", "orientation"] as const;

/** Whether a draft is a change of what was there. */
export const differ = (draft: DocumentContent, content: DocumentContent) =>
  contentKeys.some((key) => draft[key] !== content[key]);

/** Whether a document can be made of a draft: not known yet while `busy`, else why not in `problem`. */
export interface Verdict {
  busy: boolean;
  problem: string | null;
}

/** What the workbench works on: a draft and the document that it makes. Another draft to begin with needs another `key`. */
export function useWorkshop(place: Place, initial: DocumentContent) {
  const [draft, setDraft] = useState(initial);
  const preview = usePreview(place, draft);
  const remarks = useRemarks(draft.html, preview);
  const [shown, setShown] = useState<{ in: "html" | "sampleData"; span: Span } | null>(null);
  const verdict: Verdict = {
    busy: preview.busy,
    problem: preview.problem === null ? null : (remarks[0]?.words ?? null),
  };
  return {
    initial,
    draft,
    change: (part: Partial<DocumentContent>) => setDraft((before) => ({ ...before, ...part })),
    preview,
    remarks,
    verdict,
    shown,
    show: (span: Span) => setShown({ in: "html", span: { ...span } }),
    /** Whether the draft can be kept; where its data is none, the reader is led there instead. */
    mayBeKept: () => {
      if (sampleDataIn(draft.sampleData) !== null) return true;
      setShown({ in: "sampleData", span: { from: 0, to: draft.sampleData.length } });
      return false;
    },
  };
}

export type Workbench = ReturnType<typeof useWorkshop>;
