import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { GovernedRoles } from "./governed-roles";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("governance");
  return { title: t("Governance") };
}

export default async function GovernancePage({ params }: PageProps<"/[tenant]/governance">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoles");
  await page.prefetch(page.trpc.scim.roles.queryOptions({}));
  return page.hydrate(
    <Words of="governance">
      <GovernedRoles tenant={tenant} />
    </Words>,
  );
}
