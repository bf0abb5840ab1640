"use client";

import { useExtracted } from "next-intl";
import { useServerMessages } from "@/components/server-messages";
import { Callout } from "@/components/ui/feedback";
import type { Mark } from "./code-editor";
import { placeOf, type Span } from "./places";
import type { Shown } from "./use-preview";

interface Remark {
  words: string;
  mark: Mark | null;
}

/** What there is to say of a draft as it was rendered, with the places that it is about. */
export function useRemarks(
  html: string,
  { warnings, problem }: Pick<Shown, "warnings" | "problem">,
): Remark[] {
  const t = useExtracted("documents");
  const serverMessage = useServerMessages();
  const remark = (words: string, severity: Mark["severity"]) => {
    // The server's own words lead to the place, not their translation.
    const span = placeOf(words, html);
    const message = serverMessage(words);
    return { words: message, mark: span && { ...span, severity, message } };
  };
  switch (problem?.reason) {
    case undefined:
      return [...new Set(warnings)].map((words) => remark(words, "warning"));
    case "refused":
      return [remark(problem.words, "error")];
    // Told where the data stands.
    case "data":
      return [];
    case "failed":
      return [{ words: t("The document could not be made."), mark: null }];
    case "unreachable":
      return [{ words: t("The server could not be reached."), mark: null }];
  }
}

/** What was left out or went wrong; what has a place leads there. */
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
      title={failed ? t("The document cannot be made") : t("What could not be done")}
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
