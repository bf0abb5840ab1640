import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { AdministratorsTable } from "./administrators-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("administrators");
  return { title: t("Administrators") };
}

export default async function AdministratorsPage({ params }: PageProps<"/[tenant]/administrators">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageTenantAdmins");
  await page.prefetch(page.trpc.administrators.list.queryOptions({}));
  const self = page.session.memberships.find(({ slug }) => slug === tenant)?.userId ?? null;
  return page.hydrate(
    <Words of="administrators">
      <AdministratorsTable tenant={tenant} self={self} mayFindPeople={page.may("ManageUsers")} />
    </Words>,
  );
}
