import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { SessionPolicyForms } from "./session-policy";

export const generateMetadata = areaTitle("sessionPolicy");

export default consolePage("ManageSessionPolicy", async (page) => {
  await page.prefetch(page.trpc.policies.session.queryOptions({}), page.trpc.policies.token.queryOptions({}));
  return (
    <Words of="session-policy">
      <SessionPolicyForms />
    </Words>
  );
});
