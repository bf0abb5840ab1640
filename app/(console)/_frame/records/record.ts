import type { Metadata } from "next";
import { unstable_rethrow } from "next/navigation";
import { getExtracted } from "next-intl/server";

/** Returns the record id from the address of a page, or null for an invalid id. */
export const recordId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/**
 * Returns the title of a page from the name of the record and the name of the view. Uses `otherwise` if `name` fails or returns
 * no name. Rethrows the error of `notFound`, because the "not found" page has its own title.
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

/** Returns the title of the "not found" page. */
export async function notThereTitle(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}
