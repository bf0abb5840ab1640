import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { StorageStatus } from "./storage-status";

export const generateMetadata = areaTitle("storage");

export default consolePage("ManageMigration", async (page) => {
  await page.prefetch(page.trpc.storage.status.queryOptions({}));
  return (
    <Words of="storage">
      <StorageStatus tenant={page.tenant} mayExport={page.may("ManageDataExport")} />
    </Words>
  );
});
