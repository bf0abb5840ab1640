import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { userFilters, userQuery } from "./filters";
import { UsersTable } from "./users-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Users") };
}

const load = createLoader(userFilters);

export default async function UsersPage({ params, searchParams }: PageProps<"/[tenant]/users">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageUsers");
  await page.prefetch(
    page.trpc.users.page.queryOptions(userQuery(await load(searchParams))),
    page.trpc.usersBulk.list.queryOptions({}),
    page.trpc.savedViews.list.queryOptions({ list: "users" }),
  );
  return page.hydrate(
    <UsersTable
      tenant={tenant}
      mayGrant={page.may("ManageRoles")}
      mayTag={page.may("ManageRelationshipTags")}
    />,
  );
}
