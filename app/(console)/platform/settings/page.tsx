import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { PlatformSettingsForms } from "./settings-forms";

export const metadata: Metadata = { title: "Policies" };

export default async function PlatformSettingsPage() {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.settings.get.queryOptions({}));
  return page.hydrate(<PlatformSettingsForms />);
}
