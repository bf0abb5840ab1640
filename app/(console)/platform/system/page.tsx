import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SystemPage } from "./system";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("System") };
}

export default async function PlatformSystemPage() {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.system.get.queryOptions({}));
  await page.prefetch(page.trpc.platform.signingKeys.list.queryOptions({}));
  return page.hydrate(<SystemPage />);
}
