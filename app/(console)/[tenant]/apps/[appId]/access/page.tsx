import { getExtracted } from "next-intl/server";
import { createLoader, parseAsInteger } from "nuqs/server";
import { simulation, simulatedIn } from "../../../../_frame/sign-ins/simulation";
import { openAppPage, appTitle } from "../open-app-page";
import { AppAccess } from "./app-access";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/access">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("Access"));
}

const load = createLoader({ person: parseAsInteger, ...simulation });

export default async function AppAccessPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/apps/[appId]/access">) {
  const { page, tenant, appId, show } = await openAppPage(params, "RegisterApps");
  const { person: userId, ...question } = await load(searchParams);
  const mayFind = page.may("ManageUsers");
  const mayTag = page.may("ManageRelationshipTags");
  await page.prefetch(
    page.trpc.apps.access.lists.queryOptions({ appId }),
    ...(mayTag ? [page.trpc.tags.list.queryOptions({})] : []),
    ...(mayFind && userId !== null
      ? [page.trpc.apps.access.explain.queryOptions({ userId, appId, ...simulatedIn(question) })]
      : []),
  );
  return show(<AppAccess tenant={tenant} appId={appId} mayTag={mayTag} mayFind={mayFind} />);
}
