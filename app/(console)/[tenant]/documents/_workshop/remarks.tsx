"use client";

import { useExtracted } from "next-intl";
import { Callout } from "@/components/ui/feedback";
import type { Mark } from "./code-editor";
import { placeOf, placeOfRefusal, type Span } from "./places";
import type { Shown } from "./use-workshop";

interface Remark {
  words: string;
  mark: Mark | null;
}

/** Returns the errors and warnings about a rendered draft, with their ranges in the source text. */
export function useRemarks(
  html: string,
  { warnings, problem }: Pick<Shown, "warnings" | "problem">,
): Remark[] {
  const t = useExtracted("documents");
  const remark = (words: string, span: Span | null, severity: Mark["severity"]) => ({
    words,
    mark: span && { ...span, severity, message: words },
  });
  switch (problem?.reason) {
    case undefined:
      return warnings.map(({ words, english }) => remark(words, placeOf(english, html), "warning"));
    case "refused":
      return [remark(problem.words, placeOfRefusal(problem.params, html), "error")];
    // The editor for the sample data shows this error.
    case "data":
      return [];
    case "failed":
      return [{ words: t("The document could not be created."), mark: null }];
    case "unreachable":
      return [{ words: t("The server could not be reached."), mark: null }];
  }
}

/** Lists errors and warnings. A message with a range is a button that selects the range in the editor. */
export function Remarks({
  failed,
  remarks,
  onShow,
}: {
  failed: boolean;
  remarks: Remark[];
  onShow: (span: Span) => void;
}) {
  const t = useExtracted("documents");
  if (remarks.length === 0) return null;
  return (
    <Callout
      tone={failed ? "danger" : "warning"}
      title={failed ? t("The document cannot be created") : t("Warnings")}
    >
      <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5">
        {remarks.map(({ words, mark }) => (
          <li key={words}>
            {mark ? (
              <button
                type="button"
                className="text-left underline decoration-dotted underline-offset-2 hover:decoration-solid"
                onClick={() => onShow(mark)}
              >
                {words}
              </button>
            ) : (
              words
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
