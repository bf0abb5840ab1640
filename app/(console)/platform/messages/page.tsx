import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { messageFilters, messageQuery } from "./filters";
import { Messages } from "./messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Messages") };
}

const load = createLoader(messageFilters);

export default async function PlatformMessagesPage({ searchParams }: PageProps<"/platform/messages">) {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.messages.page.queryOptions(messageQuery(await load(searchParams))));
  return page.hydrate(<Messages />);
}
