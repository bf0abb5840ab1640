import { getExtracted } from "next-intl/server";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { ServiceAccountDetail } from "./service-account-detail";

const accounts = recordPages(
  "userId",
  "ManageServiceAccounts",
  ({ fetch, trpc }, userId) => fetch(trpc.serviceAccounts.access.queryOptions({ userId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("service-accounts");
  return accounts.title(input, t("Service account"));
}

export default accounts.page(async (page) => {
  const { id: userId } = page;
  await page.prefetch(...page.feed(`user:${userId}`));
  return (
    <ServiceAccountDetail
      tenant={page.tenant}
      userId={userId}
      mayOpenCredentials={page.may("ManageCredentials")}
      mayOpenApps={page.may("RegisterApps")}
      mayReadLog={page.mayReadLog}
    />
  );
});
