import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";

/** Returns the title of the "not found" page. */
export async function notThereTitle(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}
