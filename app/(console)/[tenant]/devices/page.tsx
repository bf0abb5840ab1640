import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { DevicesTable } from "./devices-table";
import { deviceFilters, deviceQuery } from "./filters";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("devices");
  return { title: t("Devices") };
}

const load = createLoader(deviceFilters);

export default async function DevicesPage({ params, searchParams }: PageProps<"/[tenant]/devices">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageAccessRules");
  await page.prefetch(
    page.trpc.devices.page.queryOptions(deviceQuery(await load(searchParams))),
    page.trpc.savedViews.list.queryOptions({ list: "devices" }),
  );
  return page.hydrate(
    <Words of="devices">
      <DevicesTable tenant={tenant} mayFindPeople={page.may("ManageUsers")} />
    </Words>,
  );
}
