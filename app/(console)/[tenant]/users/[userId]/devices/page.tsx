import { mayDecide, userPages } from "../user-page";
import { UserDevices } from "./user-devices";

export const generateMetadata = userPages.title("/devices");

export default userPages.page("/devices", async (page) => {
  const { id: userId } = page;
  await page.prefetch(page.trpc.devices.ofUser.queryOptions({ userId }));
  return <UserDevices userId={userId} mayDecide={mayDecide(page)} />;
});
