import "server-only";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import type { ReactNode } from "react";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";
import { ApiFrame } from "./api-frame";

/** Opens a page of an API. Returns the workspace, the id of the API, and a frame with the tabs. */
export async function openApiPage(params: Promise<{ tenant: string; apiId: string }>) {
  const { tenant } = await params;
  const {
    page,
    id: apiId,
    record,
  } = await openRecord(params, "apiId", "RegisterApps", ({ fetch, trpc }, id) =>
    fetch(trpc.apis.get.queryOptions({ apiId: id })),
  );
  return {
    page,
    tenant,
    apiId,
    name: record?.name ?? null,
    show: (children: ReactNode) =>
      page.hydrate(
        <ApiFrame tenant={tenant} apiId={apiId}>
          {children}
        </ApiFrame>,
      ),
  };
}

/** Returns the title of a page of an API. */
export async function apiTitle(
  params: Promise<{ tenant: string; apiId: string }>,
  view?: string,
): Promise<Metadata> {
  const t = await getExtracted("apis");
  return titleOf(async () => (await openApiPage(params)).name, t("API"), view);
}
