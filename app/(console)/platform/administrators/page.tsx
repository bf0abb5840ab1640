import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { Administrators } from "./administrators";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Platform administrators") };
}

export default async function PlatformAdministratorsPage() {
  const page = await openPage(null, "ManagePlatformAdministrators");
  await page.prefetch(page.trpc.platform.administrators.list.queryOptions({}));
  return page.hydrate(<Administrators />);
}
