import { useState } from "react";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { sampleDataIn } from "@/server/domain/documents/kinds.schema";
import type { Span } from "./places";
import { useRemarks } from "./remarks";
import type { Place } from "./rendering";
import { usePreview } from "./use-preview";

const contentKeys = ["html", "sampleData", "pageSize", "orientation"] as const;

/** Returns true if the draft differs from the content. */
export const differ = (draft: DocumentContent, content: DocumentContent) =>
  contentKeys.some((key) => draft[key] !== content[key]);

/**
 * Result of rendering a draft. `problem` is the error message, or null after success. `problem` is not final while `busy` is
 * true.
 */
export interface Verdict {
  busy: boolean;
  problem: string | null;
}

/**
 * Returns the state of the document editor: the draft and its rendered document. To start with another draft, render the
 * component with another `key`.
 */
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
    /**
     * Returns true if the draft can be stored. If the sample data is not valid JSON, returns false and selects the sample data.
     */
    mayBeKept: () => {
      if (sampleDataIn(draft.sampleData) !== null) return true;
      setShown({ in: "sampleData", span: { from: 0, to: draft.sampleData.length } });
      return false;
    },
  };
}

export type Workbench = ReturnType<typeof useWorkshop>;
