/*
 * The choices for a document's page and the reading of its data, without what checks them: for pages that only offer them.
 */

export const pageSizes = ["A4", "Letter"] as const;
export const orientations = ["portrait", "landscape"] as const;

/** What a template's sample data says, nothing where it is empty; null where it is no JSON object. */
export function sampleDataIn(text: string): object | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
