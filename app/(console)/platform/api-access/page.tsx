import { getExtracted } from "next-intl/server";
import { consolePage } from "../../_frame/pages";
import { PlatformCredentials } from "./platform-credentials";

export async function generateMetadata() {
  const t = await getExtracted("platform");
  return { title: t("Platform API access") };
}

export default consolePage("ManagePlatformCredentials", async (page) => {
  await page.prefetch(page.trpc.platform.credentials.list.queryOptions({}));
  return <PlatformCredentials />;
});
