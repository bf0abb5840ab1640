import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { AccessRules } from "./access-rules";

export const generateMetadata = areaTitle("accessRules");

export default consolePage("ManageAccessRules", async (page) => {
  await page.prefetch(
    page.trpc.accessRules.restriction.queryOptions({}),
    page.trpc.accessRules.list.queryOptions({}),
    page.trpc.accessRules.known.queryOptions({}),
  );
  return (
    <Words of={["access-rules", "rule-types"]}>
      <AccessRules
        tenant={page.tenant}
        may={{
          people: page.may("ManageUsers"),
          tags: page.may("ManageRelationshipTags"),
          apps: page.may("RegisterApps"),
        }}
      />
    </Words>
  );
});
