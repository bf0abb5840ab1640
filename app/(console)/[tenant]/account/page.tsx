import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { consolePage } from "../../_frame/pages";
import { Account } from "./account";

export async function generateMetadata() {
  const t = await getExtracted("account");
  return { title: t("Your account") };
}

export default consolePage("ManageOwnAccount", async (page) => {
  await page.prefetch(
    page.trpc.account.sessions.queryOptions({}),
    page.trpc.notifications.own.queryOptions({}),
  );
  return (
    <Words of="account">
      <Account email={page.session.email} />
    </Words>
  );
});
