import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { BrandingSettings } from "./branding-settings";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("branding");
  return { title: t("Branding") };
}

export default async function BrandingPage({ params }: PageProps<"/[tenant]/branding">) {
  const page = await openPage((await params).tenant, "ManageTenantConfig");
  await page.prefetch(
    page.trpc.tenantConfig.get.queryOptions({}),
    page.trpc.tenantConfig.poweredBy.queryOptions({}),
  );
  return page.hydrate(
    <Words of={["branding", "hosted"]}>
      <BrandingSettings />
    </Words>,
  );
}
