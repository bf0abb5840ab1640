import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";

/** The title of a page that stands for every address at which there is nothing. */
export async function nothingTitle(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}
