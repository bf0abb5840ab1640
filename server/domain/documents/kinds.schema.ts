/*
 * The choices for a document's page, without what checks them: for pages that only offer them.
 */

export const pageSizes = ["A4", "Letter"] as const;
export const orientations = ["portrait", "landscape"] as const;
