import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { CustomDomain } from "./custom-domain";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("domain");
  return { title: t("Domain") };
}

export default async function DomainPage({ params }: PageProps<"/[tenant]/domain">) {
  const page = await openPage((await params).tenant, "ManageDomains");
  await page.prefetch(page.trpc.domains.get.queryOptions({}));
  return page.hydrate(<CustomDomain />);
}
