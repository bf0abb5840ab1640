import { areaTitle, consolePage } from "../../_frame/pages";
import { PlatformSettingsForms } from "./settings-forms";

export const generateMetadata = areaTitle("policies");

export default consolePage("ManagePlatformSettings", async (page) => {
  await page.prefetch(page.trpc.platform.settings.get.queryOptions({}));
  return <PlatformSettingsForms />;
});
