import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { PlatformCredentials } from "./platform-credentials";

export const metadata: Metadata = { title: "Platform API access" };

export default async function PlatformApiAccessPage() {
  const page = await openPage(null, "ManagePlatformCredentials");
  await page.prefetch(page.trpc.platform.credentials.list.queryOptions({}));
  return page.hydrate(<PlatformCredentials />);
}
