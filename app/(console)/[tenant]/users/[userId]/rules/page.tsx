import type { Metadata } from "next";
import { openUserPage } from "../open-user-page";
import { UserRules } from "./user-rules";

export const metadata: Metadata = { title: "Access rules of a user" };

export default async function UserRulesPage({ params }: PageProps<"/[tenant]/users/[userId]/rules">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageAccessRules");
  await page.prefetch(page.trpc.accessRules.ofPerson.queryOptions({ userId }));
  return show(<UserRules tenant={tenant} userId={userId} />);
}
