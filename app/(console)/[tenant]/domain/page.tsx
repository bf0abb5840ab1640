import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { container } from "@/server/container";
import { CustomDomain } from "./custom-domain";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("domain");
  return { title: t("Domain") };
}

export default async function DomainPage({ params }: PageProps<"/[tenant]/domain">) {
  const page = await openPage((await params).tenant, "ManageDomains");
  const { config } = await container();
  await page.prefetch(page.trpc.domains.get.queryOptions({}));
  return page.hydrate(
    <Words of="domain">
      <CustomDomain baseUrl={config.BASE_URL} />
    </Words>,
  );
}
