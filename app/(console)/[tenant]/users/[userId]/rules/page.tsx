import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserRules } from "./user-rules";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Access rules of a user") };
}

export default async function UserRulesPage({ params }: PageProps<"/[tenant]/users/[userId]/rules">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageAccessRules");
  await page.prefetch(page.trpc.accessRules.ofPerson.queryOptions({ userId }));
  return show(<UserRules tenant={tenant} userId={userId} />);
}
