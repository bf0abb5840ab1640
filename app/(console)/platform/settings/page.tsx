import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { PlatformSettingsForms } from "./settings-forms";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Policies") };
}

export default async function PlatformSettingsPage() {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.settings.get.queryOptions({}));
  return page.hydrate(<PlatformSettingsForms />);
}
