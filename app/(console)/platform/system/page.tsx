import { areaTitle, consolePage } from "../../_frame/pages";
import { SystemPage } from "./system";

export const generateMetadata = areaTitle("system");

export default consolePage("ManagePlatformSettings", async (page) => {
  await page.prefetch(page.trpc.platform.system.get.queryOptions({}));
  await page.prefetch(page.trpc.platform.signingKeys.list.queryOptions({}));
  return <SystemPage />;
});
