import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { UserDetail } from "./user-detail";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params }: PageProps<"/[tenant]/users/[userId]">) {
  const { tenant, userId: text } = await params;
  const page = await openPage(tenant, "ManageUsers");
  const userId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.users.profile.queryOptions({ userId }),
    ...(page.may("ManageRoles") ? [page.trpc.roles.list.queryOptions({})] : []),
    ...(page.may("ReadAuditLog")
      ? [page.trpc.audit.page.queryOptions({ target: `user:${userId}`, limit: 10 })]
      : []),
  );
  return page.hydrate(
    <UserDetail
      tenant={tenant}
      userId={userId}
      mayGrant={page.may("ManageRoles")}
      mayReadLog={page.may("ReadAuditLog")}
    />,
  );
}
