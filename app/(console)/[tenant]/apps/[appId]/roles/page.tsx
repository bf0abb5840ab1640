import { appPages } from "../app-page";
import { AppRoles } from "./app-roles";

export const generateMetadata = appPages.title("/roles");

export default appPages.page("/roles", async (page) => {
  const { id: appId } = page;
  await page.prefetch(page.trpc.apps.roles.rows.queryOptions({ appId }));
  return <AppRoles tenant={page.tenant} appId={appId} />;
});
