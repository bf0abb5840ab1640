import { areaTitle, consolePage } from "../../_frame/pages";
import { ApisTable } from "./apis-table";

export const generateMetadata = areaTitle("apis");

export default consolePage("RegisterApps", async (page) => {
  await page.prefetch(page.trpc.apis.list.queryOptions({}));
  return <ApisTable tenant={page.tenant} />;
});
