import { Words } from "@/app/_words/words";
import { appPages } from "../app-page";
import { AppClaims } from "./app-claims";

export const generateMetadata = appPages.title("/claims");

export default appPages.page("/claims", async (page) => {
  const { id: appId } = page;
  await page.prefetch(page.trpc.appClaims.get.queryOptions({ appId }));
  return (
    <Words of="console-claims">
      <AppClaims
        appId={appId}
        mayListFields={page.may("ManageCustomFields")}
        mayPreview={page.may("ManageUsers")}
      />
    </Words>
  );
});
