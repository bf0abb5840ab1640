import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openAppPage, appTitle } from "../open-app-page";
import { AppPeople } from "./app-people";
import { peopleFilters, peopleQuery } from "./filters";

export async function generateMetadata({ params }: PageProps<"/[tenant]/apps/[appId]/people">) {
  const t = await getExtracted("apps");
  return appTitle(params, t("People"));
}

const load = createLoader(peopleFilters);

export default async function AppPeoplePage({
  params,
  searchParams,
}: PageProps<"/[tenant]/apps/[appId]/people">) {
  const { page, tenant, appId, show } = await openAppPage(params, "ManageConnectedApps");
  await page.prefetch(
    page.trpc.apps.people.queryOptions(peopleQuery(appId, await load(searchParams))),
    page.trpc.apps.rows.queryOptions({}),
  );
  return show(<AppPeople tenant={tenant} appId={appId} />);
}
