/*
 * The choices for a document's page, and the parser of its sample data. This module does not import zod, because some pages
 * only show these values.
 */

import { MOST_KEYS, MOST_NODES, parseJson } from "@/server/kernel/strings/json";

export const pageSizes = ["A4", "Letter"] as const;
export const orientations = ["portrait", "landscape"] as const;

/**
 * Returns the parsed sample data of a template. Returns an empty object for an empty text. Returns null if the text is not a
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
