import { getExtracted } from "next-intl/server";
import { consolePage } from "../../_frame/pages";
import { Administrators } from "./administrators";

export async function generateMetadata() {
  const t = await getExtracted("platform");
  return { title: t("Platform administrators") };
}

export default consolePage("ManagePlatformAdministrators", async (page) => {
  await page.prefetch(page.trpc.platform.administrators.list.queryOptions({}));
  return <Administrators />;
});
