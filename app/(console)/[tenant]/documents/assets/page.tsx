import { getExtracted } from "next-intl/server";
import { consolePage } from "../../../_frame/pages";
import { DocumentsTabs } from "../documents-tabs";
import { AssetsTable } from "./assets-table";

export async function generateMetadata() {
  const t = await getExtracted("documents");
  return { title: t("Pictures for documents") };
}

export default consolePage("ManageTenantConfig", async (page) => {
  await page.prefetch(page.trpc.documents.assets.queryOptions({}));
  return (
    <DocumentsTabs tenant={page.tenant}>
      <AssetsTable />
    </DocumentsTabs>
  );
});
