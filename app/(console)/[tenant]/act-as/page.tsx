import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { ActAs } from "./act-as";

export const generateMetadata = areaTitle("actAs");

export default consolePage("ManageSessionPolicy", async (page) => {
  await page.prefetch(
    page.trpc.policies.actAs.queryOptions({}),
    page.trpc.actAs.list.queryOptions({ limit: 200 }),
  );
  return (
    <Words of="act-as">
      <ActAs
        tenant={page.tenant}
        mayManageTags={page.may("ManageRelationshipTags")}
        mayEndAll={page.may("ManageTenantAdmins")}
      />
    </Words>
  );
});
