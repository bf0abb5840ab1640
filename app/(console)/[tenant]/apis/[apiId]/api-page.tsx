import "server-only";
import { getExtracted } from "next-intl/server";
import { recordPages, tabPages } from "../../../_frame/pages";
import { apiTabs } from "../../../_frame/records/tabs";
import { ApiFrame } from "./api-frame";

const apis = recordPages(
  "apiId",
  "RegisterApps",
  ({ fetch, trpc }, apiId) => fetch(trpc.apis.get.queryOptions({ apiId })),
  ({ name }) => name,
);

async function readWords() {
  const t = await getExtracted("apis");
  const tabs = {
    "": t("Settings"),
    "/scopes": t("Scopes"),
    "/apps": t("Apps"),
    "/roles": t("Roles"),
    "/claims": t("Claims"),
  };
  return { record: t("API"), tabs };
}

/** Pages of the tabs of an API. */
export const apiPages = tabPages(apis, apiTabs, readWords, (page, tabs, content) => (
  <ApiFrame tenant={page.tenant} apiId={page.id} tabs={tabs}>
    {content}
  </ApiFrame>
));
