import type { Metadata } from "next";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { messageFilters, messageQuery } from "./filters";
import { Messages } from "./messages";

export const metadata: Metadata = { title: "Messages" };

const load = createLoader(messageFilters);

export default async function PlatformMessagesPage({ searchParams }: PageProps<"/platform/messages">) {
  const page = await openPage(null, "ManagePlatformSettings");
  await page.prefetch(page.trpc.platform.messages.page.queryOptions(messageQuery(await load(searchParams))));
  return page.hydrate(<Messages />);
}
