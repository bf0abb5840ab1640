import { getExtracted } from "next-intl/server";
import { openUserPage, userTitle } from "../open-user-page";
import { UserDevices } from "./user-devices";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/devices">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Devices"));
}

export default async function UserDevicesPage({ params }: PageProps<"/[tenant]/users/[userId]/devices">) {
  const { page, userId, mayDecide, show } = await openUserPage(params, "ManageAccessRules");
  await page.prefetch(page.trpc.devices.ofUser.queryOptions({ userId }));
  return show(<UserDevices userId={userId} mayDecide={mayDecide} />);
}
