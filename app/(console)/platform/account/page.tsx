import { getExtracted } from "next-intl/server";
import { consolePage } from "../../_frame/pages";
import { PlatformAccount } from "./platform-account";

export async function generateMetadata() {
  const t = await getExtracted("platform");
  return { title: t("Your account") };
}

export default consolePage("ManageOwnAccount", async (page) => {
  await page.prefetch(page.trpc.platform.account.factors.queryOptions({}));
  return <PlatformAccount email={page.session.email} />;
});
