import { areaTitle, consolePage } from "../../_frame/pages";
import { AppsTable } from "./apps-table";

export const generateMetadata = areaTitle("apps");

export default consolePage("RegisterApps", async (page) => {
  await page.prefetch(page.trpc.apps.rows.queryOptions({}));
  return <AppsTable tenant={page.tenant} />;
});
