import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { GovernedRoles } from "./governed-roles";

export const metadata: Metadata = { title: "Governance" };

export default async function GovernancePage({ params }: PageProps<"/[tenant]/governance">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageRoles");
  await page.prefetch(page.trpc.scim.roles.queryOptions({}));
  return page.hydrate(<GovernedRoles tenant={tenant} />);
}
