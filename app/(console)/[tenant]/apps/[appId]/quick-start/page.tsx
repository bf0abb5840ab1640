import { container } from "@/server/container";
import { appPages } from "../app-page";
import { QuickStart } from "./quick-start";

export const generateMetadata = appPages.title("/quick-start");

export default appPages.page("/quick-start", async (page) => {
  const { config } = await container();
  return <QuickStart tenant={page.tenant} appId={page.id} baseUrl={config.BASE_URL} />;
});
