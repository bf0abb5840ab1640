import type { Metadata } from "next";
import { unstable_rethrow } from "next/navigation";

/** The id that a page's address names, or null where it can be none. */
export const recordId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/**
 * The tab's title by the record that the page is about, and by the view of it; `otherwise` where its name cannot be had. Where
 * there is no such record, `name` says so as the page does, and the title is that of a page that is not there.
 */
export async function titleOf(
  name: () => Promise<string | null | undefined>,
  otherwise: string,
  view?: string,
): Promise<Metadata> {
  const found = await name().catch((error: unknown) => {
    unstable_rethrow(error);
    return null;
  });
  const named = found || otherwise;
  return { title: view === undefined ? named : `${named} – ${view}` };
}
