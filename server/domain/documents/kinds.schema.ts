/* The choices for a document's page and the parser of its sample data, without zod, for pages that only show them. */

import { MOST_KEYS, MOST_NODES, parseJson } from "@/server/kernel/strings/json";

export const pageSizes = ["A4", "Letter"] as const;
export const orientations = ["portrait", "landscape"] as const;

/**
 * Returns a template's parsed sample data. Returns an empty object for an empty text, and null if the text is not a
 * JSON object or exceeds the limits of rendering.
 */
export function sampleDataIn(text: string): object | null {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text, { nodes: MOST_NODES, keys: MOST_KEYS });
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
