import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { Administrators } from "./administrators";

export const metadata: Metadata = { title: "Platform administrators" };

export default async function PlatformAdministratorsPage() {
  const page = await openPage(null, "ManagePlatformAdministrators");
  await page.prefetch(page.trpc.platform.administrators.list.queryOptions({}));
  return page.hydrate(<Administrators />);
}
