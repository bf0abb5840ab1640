import { appPages } from "../app-page";
import { AppPeople } from "./app-people";
import { peopleFilters, peopleQuery } from "./filters";

export const generateMetadata = appPages.title("/people");

export default appPages.page("/people", async (page) => {
  const { id: appId } = page;
  await page.prefetch(
    page.trpc.apps.people.queryOptions(peopleQuery(appId, await page.filters(peopleFilters))),
    page.trpc.apps.rows.queryOptions({}),
  );
  return <AppPeople tenant={page.tenant} appId={appId} />;
});
