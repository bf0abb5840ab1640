import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openWorkspace } from "@/app/workspace";
import { NotThere } from "../../_frame/not-there";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}

/** Every other address of the platform's console. */
export default async function NothingPage() {
  await openWorkspace(null);
  return <NotThere />;
}
