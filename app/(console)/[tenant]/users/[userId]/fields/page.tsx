import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserFields } from "./user-fields";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Custom fields of a user") };
}

export default async function UserFieldsPage({ params }: PageProps<"/[tenant]/users/[userId]/fields">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ManageUsers");
  await page.prefetch(page.trpc.customFields.ofUser.queryOptions({ userId }));
  return show(<UserFields tenant={tenant} userId={userId} mayDefine={page.may("ManageCustomFields")} />);
}
