import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { DataExport } from "./data-export";

export const generateMetadata = areaTitle("dataExport");

export default consolePage("ManageDataExport", async (page) => {
  await page.prefetch(page.trpc.dataExport.preview.queryOptions({}));
  return (
    <Words of="data-export">
      <DataExport tenant={page.tenant} />
    </Words>
  );
});
