import { Words } from "@/app/_words/words";
import { container } from "@/server/container";
import { areaTitle, consolePage } from "../../_frame/pages";
import { CustomDomain } from "./custom-domain";

export const generateMetadata = areaTitle("domain");

export default consolePage("ManageDomains", async (page) => {
  const { config } = await container();
  await page.prefetch(page.trpc.domains.get.queryOptions({}));
  return (
    <Words of="domain">
      <CustomDomain baseUrl={config.BASE_URL} />
    </Words>
  );
});
