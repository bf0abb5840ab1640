import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { PlatformAccount } from "./platform-account";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Your account") };
}

export default async function PlatformAccountPage() {
  const page = await openPage(null, "ManageOwnAccount");
  await page.prefetch(page.trpc.platform.account.factors.queryOptions({}));
  return page.hydrate(<PlatformAccount email={page.session.email} />);
}
