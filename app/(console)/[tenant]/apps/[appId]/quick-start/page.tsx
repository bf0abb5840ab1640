import type { Metadata } from "next";
import { container } from "@/server/container";
import { openAppPage } from "../open-app-page";
import { QuickStart } from "./quick-start";

export const metadata: Metadata = { title: "Quick start" };

export default async function QuickStartPage({ params }: PageProps<"/[tenant]/apps/[appId]/quick-start">) {
  const { appId, show } = await openAppPage(params, "RegisterApps");
  const { config } = await container();
  return show(<QuickStart appId={appId} baseUrl={config.BASE_URL} />);
}
