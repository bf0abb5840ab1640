import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openUserPage } from "../open-user-page";
import { UserDevices } from "./user-devices";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("users");
  return { title: t("Devices of a user") };
}

export default async function UserDevicesPage({ params }: PageProps<"/[tenant]/users/[userId]/devices">) {
  const { page, userId, show } = await openUserPage(params, "ManageAccessRules");
  await page.prefetch(page.trpc.devices.ofUser.queryOptions({ userId }));
  return show(<UserDevices userId={userId} />);
}
