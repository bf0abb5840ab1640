import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { CustomDomain } from "./custom-domain";

export const metadata: Metadata = { title: "Domain" };

export default async function DomainPage({ params }: PageProps<"/[tenant]/domain">) {
  const page = await openPage((await params).tenant, "ManageDomains");
  await page.prefetch(page.trpc.domains.get.queryOptions({}));
  return page.hydrate(<CustomDomain />);
}
