import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { CustomFieldsTable } from "./custom-fields-table";

export const generateMetadata = areaTitle("customFields");

export default consolePage("ManageCustomFields", async (page) => {
  await page.prefetch(page.trpc.customFields.list.queryOptions({}));
  return (
    <Words of="custom-fields">
      <CustomFieldsTable />
    </Words>
  );
});
