import { useEffect, useState } from "react";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { renderDraft, type Place, type Problem, type Rendering, type Warning } from "./rendering";

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
