import { parseAsInteger } from "nuqs/server";
import { simulation, simulatedIn } from "../../../../_frame/sign-ins/simulation";
import { appPages } from "../app-page";
import { AppAccess } from "./app-access";

export const generateMetadata = appPages.title("/access");

export default appPages.page("/access", async (page) => {
  const { id: appId } = page;
  const { person: userId, ...question } = await page.filters({ person: parseAsInteger, ...simulation });
  const mayFind = page.may("ManageUsers");
  const mayTag = page.may("ManageRelationshipTags");
  await page.prefetch(
    page.trpc.apps.access.lists.queryOptions({ appId }),
    ...(mayTag ? [page.trpc.tags.list.queryOptions({})] : []),
    ...(mayFind && userId !== null
      ? [page.trpc.apps.access.explain.queryOptions({ userId, appId, ...simulatedIn(question) })]
      : []),
  );
  return <AppAccess tenant={page.tenant} appId={appId} mayTag={mayTag} mayFind={mayFind} />;
});
