import "server-only";
import { getExtracted } from "next-intl/server";
import { recordPages, tabPages } from "../../../_frame/pages";
import { appTabs } from "../../../_frame/records/tabs";
import { AppFrame } from "./app-frame";

const apps = recordPages(
  "appId",
  "RegisterApps",
  ({ fetch, trpc }, appId) => fetch(trpc.apps.detail.queryOptions({ appId })),
  ({ name }) => name,
);

async function readWords() {
  const t = await getExtracted("apps");
  const tabs = {
    "": t("Settings"),
    "/roles": t("App roles"),
    "/access": t("Access"),
    "/claims": t("Claims"),
    "/connectors": t("Sign-in methods"),
    "/people": t("People"),
    "/quick-start": t("Quick start"),
  };
  return { record: t("App"), tabs };
}

/** Pages of the tabs of an app. */
export const appPages = tabPages(apps, appTabs, readWords, (page, tabs, content) => (
  <AppFrame tenant={page.tenant} appId={page.id} tabs={tabs}>
    {content}
  </AppFrame>
));
