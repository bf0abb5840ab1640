import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { DevicesTable } from "./devices-table";
import { deviceFilters, deviceQuery } from "./filters";

export const generateMetadata = areaTitle("devices");

export default consolePage("ManageAccessRules", async (page) => {
  await page.prefetch(
    page.trpc.devices.page.queryOptions(deviceQuery(await page.filters(deviceFilters))),
    page.trpc.savedViews.list.queryOptions({ list: "devices" }),
  );
  return (
    <Words of="devices">
      <DevicesTable tenant={page.tenant} mayFindPeople={page.may("ManageUsers")} />
    </Words>
  );
});
