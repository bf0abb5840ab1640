import "server-only";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openPage } from "@/app/workspace";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";
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
  const named = recordId(text);
  // No record has it, and nothing is shown of it.
  const userId = named ?? 0;
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
      named === null ? (
        <NotThere />
      ) : (
        page.hydrate(
          <UserFrame
            tenant={tenant}
            userId={userId}
            tabs={tabs}
            overAdministrators={page.may("ManageTenantAdmins")}
          >
            {children}
          </UserFrame>,
        )
      ),
  };
}

/** The title of one person's page, or of a view of them. */
export async function userTitle(
  params: Promise<{ tenant: string; userId: string }>,
  view?: string,
): Promise<Metadata> {
  const t = await getExtracted("users");
  const name = async () => {
    const { page, userId } = await openUserPage(params, "ManageUsers");
    const { user } = await page.fetch(page.trpc.users.profile.queryOptions({ userId }));
    return user.name ?? user.email;
  };
  return titleOf(name, t("User"), view);
}
