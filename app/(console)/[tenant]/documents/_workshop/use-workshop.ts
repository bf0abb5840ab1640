import { useState, useEffect } from "react";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { sampleDataIn } from "@/server/domain/documents/kinds.schema";
import type { Span } from "./places";
import { useRemarks } from "./remarks";
import { type Place, renderDraft, type Problem, type Rendering, type Warning } from "./rendering";

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

/** Delay between the last key press and the preview, in milliseconds. */
const REST_MS = 400;

export interface Shown {
  pdf: Uint8Array<ArrayBuffer> | null;
  warnings: Warning[];
  problem: Problem | null;
}

/** Renders a draft after each change. Returns the previous document until the new document is ready. */
export function usePreview({ tenant, templateId }: Place, draft: DocumentContent) {
  const [shown, setShown] = useState<Shown>({ pdf: null, warnings: [], problem: null });
  const [done, setDone] = useState<DocumentContent | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const render = async () => {
      const place = { tenant, ...(templateId !== undefined && { templateId }) };
      const result = await renderDraft(place, draft, stop.signal).catch((): Rendering => ({
        problem: { reason: "unreachable" },
      }));
      if (stop.signal.aborted) return;
      setDone(draft);
      setShown((before) =>
        "problem" in result ? { ...before, problem: result.problem } : { ...result, problem: null },
      );
    };
    const timer = setTimeout(() => void render(), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft, tenant, templateId]);

  return { ...shown, busy: done !== draft };
}
