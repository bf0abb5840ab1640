import { Words } from "@/app/_words/words";
import { apiPages } from "../api-page";
import { ApiClaims } from "./api-claims";

export const generateMetadata = apiPages.title("/claims");

export default apiPages.page("/claims", async (page) => {
  const { id: apiId } = page;
  await page.prefetch(page.trpc.apiClaims.get.queryOptions({ apiId }));
  return (
    <Words of="console-claims">
      <ApiClaims
        apiId={apiId}
        mayListFields={page.may("ManageCustomFields")}
        mayPreview={page.may("ManageUsers")}
      />
    </Words>
  );
});
