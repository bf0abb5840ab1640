import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SystemPage } from "./system";

export const metadata: Metadata = { title: "System" };

export default async function PlatformSystemPage() {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.system.get.queryOptions({}));
  return page.hydrate(<SystemPage />);
}
