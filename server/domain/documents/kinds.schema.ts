/*
 * The choices for a document's page and the reading of its data, without what checks them: for pages that only offer them.
 */

import { MOST_KEYS, MOST_NODES, parseJson } from "@/server/kernel/json";

export const pageSizes = ["A4", "Letter"] as const;
export const orientations = ["portrait", "landscape"] as const;

/** Returns a template's sample data, an empty object for an empty text; null if it is no JSON object, or larger than rendering takes. */
export function sampleDataIn(text: string): object | null {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text, { nodes: MOST_NODES, keys: MOST_KEYS });
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
