import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { BrandingSettings } from "./branding-settings";

export const generateMetadata = areaTitle("branding");

export default consolePage("ManageTenantConfig", async (page) => {
  await page.prefetch(
    page.trpc.tenantConfig.get.queryOptions({}),
    page.trpc.tenantConfig.poweredBy.queryOptions({}),
  );
  return (
    <Words of={["branding", "hosted"]}>
      <BrandingSettings />
    </Words>
  );
});
