import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { GovernedRoles } from "./governed-roles";

export const generateMetadata = areaTitle("governance");

export default consolePage("ManageRoles", async (page) => {
  await page.prefetch(page.trpc.scim.roles.queryOptions({}));
  return (
    <Words of="governance">
      <GovernedRoles tenant={page.tenant} />
    </Words>
  );
});
