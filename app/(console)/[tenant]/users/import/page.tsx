import { getExtracted } from "next-intl/server";
import { consolePage } from "../../../_frame/pages";
import { ImportStart } from "./import-start";

export async function generateMetadata() {
  const t = await getExtracted("users");
  return { title: t("Import users") };
}

export default consolePage("ManageUsers", async (page) => {
  await page.prefetch(page.trpc.userImports.list.queryOptions({}));
  return <ImportStart tenant={page.tenant} />;
});
