import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { sampleDataIn } from "@/server/domain/documents/kinds.schema";

/** Organization of a draft, and the id of its stored template. A new draft has no template id. */
export interface Place {
  tenant: string;
  templateId?: number;
}

/** Parameters of an error message, for example the name of a helper. */
export type RefusalParams = Record<string, string | number>;

/** Reason why the rendering returned no document. `words` is the translated message of the server. */
export type Problem =
  | { reason: "refused"; words: string; params: RefusalParams }
  | { reason: "data" | "failed" | "unreachable" };

/** Text of a warning in English and in the language of the page. */
export interface Warning {
  english: string;
  words: string;
}

export type Rendering = { pdf: Uint8Array<ArrayBuffer>; warnings: Warning[] } | { problem: Problem };

/** Renders a draft on the server. Returns the PDF document, or the reason for a failure. */
export async function renderDraft(
  { tenant, templateId }: Place,
  draft: DocumentContent,
  signal: AbortSignal,
): Promise<Rendering> {
  const data = sampleDataIn(draft.sampleData);
  if (data === null) return { problem: { reason: "data" } };
  const content = base64(draft.html);
  const response = await fetch("/api/render/pdf", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": document.documentElement.lang,
      "x-castellan-tenant": tenant,
    },
    body: JSON.stringify({
      template:
        templateId === undefined ? { type: "base64", content } : { type: "stored", id: templateId, content },
      data,
      options: optionsOf(draft),
    }),
    signal,
  });
  const answer = (await response.json()) as {
    pdfBase64?: string;
    warnings?: string[];
    messages?: string[];
    error_description?: string;
    refusal?: { params: RefusalParams };
  };
  if (!response.ok || answer.pdfBase64 === undefined) {
    const words = answer.error_description;
    if (words === undefined) return { problem: { reason: "failed" } };
    return { problem: { reason: "refused", words, params: answer.refusal?.params ?? {} } };
  }
  const pdf = Uint8Array.from(atob(answer.pdfBase64), (character) => character.charCodeAt(0));
  const warnings = (answer.warnings ?? []).map((english, index) => ({
    english,
    words: answer.messages?.[index] ?? english,
  }));
  return { pdf, warnings };
}

const optionsOf = ({ pageSize, orientation }: DocumentContent) => ({
  ...(pageSize && { pageSize }),
  ...(orientation && { orientation }),
});

function base64(text: string) {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Returns a shell command that renders the draft through the API. The command reads an unstored template from a file, because a
 * template is too long for a command line.
 */
export function commandOf(baseUrl: string, draft: DocumentContent, templateId?: number) {
  const options = JSON.stringify(optionsOf(draft));
  const files = templateId === undefined ? "template.html and data.json" : "data.json";
  return [
    `# ${files} beside it; TOKEN from POST /token`,
    templateId === undefined
      ? `jq -n --rawfile html template.html --slurpfile data data.json \\\n  '{template: {type: "base64", content: ($html | @base64)}, data: $data[0], options: ${options}}' |`
      : `jq -n --slurpfile data data.json '{template: {type: "stored", id: ${templateId}}, data: $data[0]}' |`,
    `curl -s ${baseUrl}/api/render/pdf -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d @- |`,
    "jq -r .pdfBase64 | base64 -d > document.pdf",
  ].join("\n");
}
