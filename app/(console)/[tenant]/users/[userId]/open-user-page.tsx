import "server-only";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openPage } from "@/app/workspace";
import type { Capability } from "@/server/kernel/capabilities";
import { UserFrame } from "./user-frame";
import { userTabs } from "./user-tabs";

/** What each page of one person begins with: its workspace, the person's id, and the frame with the tabs that the reader may see. */
export async function openUserPage(
  params: Promise<{ tenant: string; userId: string }>,
  capability: Capability,
) {
  const { tenant, userId: text } = await params;
  const page = await openPage(tenant, "ManageUsers");
  if (!page.may(capability)) notFound();
  const userId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
  await page.prefetch(
    page.trpc.users.profile.queryOptions({ userId }),
    page.trpc.policies.actAs.queryOptions({}),
  );
  const tabs = userTabs.filter((tab) => page.may(tab.capability)).map(({ path }) => path);
  return {
    page,
    tenant,
    userId,
    show: (children: ReactNode) =>
      page.hydrate(
        <UserFrame
          tenant={tenant}
          userId={userId}
          tabs={tabs}
          overAdministrators={page.may("ManageTenantAdmins")}
        >
          {children}
        </UserFrame>,
      ),
  };
}
