/** What a document is made of; the template is HTML, the data JSON as it was typed. */
export interface Draft {
  template: string;
  data: string;
  pageSize: "A4" | "Letter";
  orientation: "portrait" | "landscape";
}

export type Rendering = { pdf: Blob; warnings: string[] } | { problem: string };

/** The document of a draft, or in words why there is none. */
export async function renderDraft(draft: Draft, signal: AbortSignal): Promise<Rendering> {
  let request: string;
  try {
    request = JSON.stringify(requestOf(draft));
  } catch (error) {
    return { problem: `The data is not JSON: ${(error as Error).message}` };
  }
  const response = await fetch("/api/render/pdf", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: request,
    signal,
  });
  const answer = (await response.json()) as {
    pdfBase64?: string;
    warnings?: string[];
    error_description?: string;
  };
  if (!response.ok || answer.pdfBase64 === undefined)
    return { problem: answer.error_description ?? "The document could not be made." };
  const bytes = Uint8Array.from(atob(answer.pdfBase64), (character) => character.charCodeAt(0));
  return { pdf: new Blob([bytes], { type: "application/pdf" }), warnings: answer.warnings ?? [] };
}

/** The body of POST /api/render/pdf; throws where the data is not JSON. */
const requestOf = ({ template, data, pageSize, orientation }: Draft) => ({
  template: { type: "base64", content: base64(template) },
  data: JSON.parse(data.trim() === "" ? "{}" : data) as unknown,
  options: { pageSize, orientation },
});

function base64(text: string) {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The same as a command; the template is read from a file, or the command would be as long as it. */
export const commandOf = (baseUrl: string, { data, pageSize, orientation }: Draft) =>
  [
    "# template.html and data.json beside it; TOKEN from POST /token",
    `jq -n --rawfile html template.html --slurpfile data ${data.trim() === "" ? "<(echo {})" : "data.json"} \\`,
    `  '{template: {type: "base64", content: ($html | @base64)}, data: $data[0], options: {pageSize: "${pageSize}", orientation: "${orientation}"}}' |`,
    `curl -s ${baseUrl}/api/render/pdf -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d @- |`,
    "jq -r .pdfBase64 | base64 -d > document.pdf",
  ].join("\n");
