import type { Metadata } from "next";
import { unstable_rethrow } from "next/navigation";

/** Returns the id in the address of a page, or null if it is invalid. */
export const recordId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/**
 * Returns the title of a page from the name of its record and its view. Uses `otherwise` if the name is unavailable. If the
 * record does not exist, `name` throws like the page, and the title is that of a missing page.
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
