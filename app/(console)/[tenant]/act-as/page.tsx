import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { ActAs } from "./act-as";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("act-as");
  return { title: t("Act-as") };
}

export default async function ActAsPage({ params }: PageProps<"/[tenant]/act-as">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSessionPolicy");
  await page.prefetch(
    page.trpc.policies.actAs.queryOptions({}),
    page.trpc.actAs.list.queryOptions({ limit: 200 }),
  );
  return page.hydrate(
    <Words of="act-as">
      <ActAs
        tenant={tenant}
        mayManageTags={page.may("ManageRelationshipTags")}
        mayEndAll={page.may("ManageTenantAdmins")}
      />
    </Words>,
  );
}
