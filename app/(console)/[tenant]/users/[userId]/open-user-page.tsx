import "server-only";
import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";
import type { Capability } from "@/server/kernel/capabilities";
import { UserFrame } from "./user-frame";
import { userTabs } from "./user-tabs";

/**
 * Opens a page of a user. Returns the workspace, the id of the user, and a frame with the tabs that the administrator may open.
 */
export async function openUserPage(
  params: Promise<{ tenant: string; userId: string }>,
  capability: Capability,
) {
  const { tenant } = await params;
  const {
    page,
    id: userId,
    record,
  } = await openRecord(params, "userId", "ManageUsers", ({ fetch, trpc }, id) =>
    fetch(trpc.users.profile.queryOptions({ userId: id })),
  );
  if (!page.may(capability)) notFound();
  await page.prefetch(page.trpc.policies.actAs.queryOptions({}));
  const tabs = userTabs.filter((tab) => page.may(tab.capability)).map(({ path }) => path);
  return {
    page,
    tenant,
    userId,
    user: record?.user ?? null,
    /** True if the signed-in administrator may decide about this user. Only an owner may decide about an administrator. */
    mayDecide: !record?.administrator || page.may("ManageTenantAdmins"),
    /** True if the signed-in administrator is this user. */
    isOwn: page.actor.subject.kind === "user" && page.actor.subject.userId === userId,
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

/** Returns the title of a page of a user. */
export async function userTitle(
  params: Promise<{ tenant: string; userId: string }>,
  view?: string,
): Promise<Metadata> {
  const t = await getExtracted("users");
  const name = async () => {
    const { user } = await openUserPage(params, "ManageUsers");
    return user?.name ?? user?.email;
  };
  return titleOf(name, t("User"), view);
}
