import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openWorkspace } from "@/app/workspace";
import { NotThere } from "../../_frame/not-there";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("console");
  return { title: t("Not found") };
}

/** Every other address of an organization's console. */
export default async function NothingPage({ params }: PageProps<"/[tenant]/[...nothing]">) {
  await openWorkspace((await params).tenant);
  return <NotThere />;
}
