import { areaTitle, consolePage } from "../../_frame/pages";
import { DocumentsTabs } from "./documents-tabs";
import { TemplatesTable } from "./templates-table";

export const generateMetadata = areaTitle("documents");

export default consolePage("ManageTenantConfig", async (page) => {
  await page.prefetch(page.trpc.documents.list.queryOptions({}));
  return (
    <DocumentsTabs tenant={page.tenant}>
      <TemplatesTable tenant={page.tenant} />
    </DocumentsTabs>
  );
});
