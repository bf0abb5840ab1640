import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { ActAs } from "./act-as";

export const metadata: Metadata = { title: "Act-as" };

export default async function ActAsPage({ params }: PageProps<"/[tenant]/act-as">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSessionPolicy");
  await page.prefetch(
    page.trpc.policies.actAs.queryOptions({}),
    page.trpc.actAs.list.queryOptions({ limit: 200 }),
  );
  return page.hydrate(
    <ActAs
      tenant={tenant}
      mayManageTags={page.may("ManageRelationshipTags")}
      mayEndAll={page.may("ManageTenantAdmins")}
    />,
  );
}
