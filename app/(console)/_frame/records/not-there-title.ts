import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";

/** The tab's title of what is not there. */
export async function notThereTitle(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}
