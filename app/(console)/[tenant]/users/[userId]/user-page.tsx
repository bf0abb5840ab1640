import "server-only";
import { getExtracted } from "next-intl/server";
import { recordPages, tabPages, type RecordPage } from "../../../_frame/pages";
import { userTabs } from "../../../_frame/records/tabs";
import { UserFrame } from "./user-frame";

const users = recordPages(
  "userId",
  "ManageUsers",
  ({ fetch, trpc }, userId) => fetch(trpc.users.profile.queryOptions({ userId })),
  ({ user }) => user.name ?? user.email,
);

async function readWords() {
  const t = await getExtracted("users");
  const tabs = {
    "": t("Overview"),
    "/roles": t("Roles"),
    "/tags": t("Tags"),
    "/fields": t("Custom fields"),
    "/sessions": t("Sessions"),
    "/devices": t("Devices"),
    "/apps": t("Connected apps"),
    "/risk": t("Risk"),
    "/rules": t("Access rules"),
    "/activity": t("Activity"),
  };
  return { record: t("User"), tabs };
}

/** Pages of the tabs of a user. */
export const userPages = tabPages(users, userTabs, readWords, async (page, tabs, content) => {
  await page.prefetch(page.trpc.policies.actAs.queryOptions({}));
  return (
    <UserFrame
      tenant={page.tenant}
      userId={page.id}
      tabs={tabs}
      overAdministrators={page.may("ManageTenantAdmins")}
    >
      {content}
    </UserFrame>
  );
});

/** Returns true if the signed-in administrator may decide about this user. Only an owner may decide about an administrator. */
export const mayDecide = ({ may, record }: RecordPage<{ administrator: unknown }>) =>
  !record?.administrator || may("ManageTenantAdmins");
