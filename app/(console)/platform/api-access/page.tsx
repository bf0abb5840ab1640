import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { PlatformCredentials } from "./platform-credentials";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Platform API access") };
}

export default async function PlatformApiAccessPage() {
  const page = await openPage(null, "ManagePlatformCredentials");
  await page.prefetch(page.trpc.platform.credentials.list.queryOptions({}));
  return page.hydrate(<PlatformCredentials />);
}
