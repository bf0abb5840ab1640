import type { Metadata } from "next";

/** The id that a page's address names, or null where it can be none. */
export const recordId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/**
 * The tab's title by the record that the page is about, and by the view of it; `otherwise` where there is no such record or
 * the reader may not see it, which the page itself says.
 */
export async function titleOf(
  name: () => Promise<string | null | undefined>,
  otherwise: string,
  view?: string,
): Promise<Metadata> {
  const named = (await name().catch(() => null)) || otherwise;
  return { title: view === undefined ? named : `${named} – ${view}` };
}
