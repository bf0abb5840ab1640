import { getExtracted } from "next-intl/server";
import { container } from "@/server/container";
import { openAppPage, appTitle } from "../open-app-page";
import { QuickStart } from "./quick-start";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/quick-start">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("Quick start"));
}

export default async function QuickStartPage({ params }: PageProps<"/[tenant]/apps/[appId]/quick-start">) {
  const { appId, show } = await openAppPage(params, "RegisterApps");
  const { config } = await container();
  return show(<QuickStart appId={appId} baseUrl={config.BASE_URL} />);
}
