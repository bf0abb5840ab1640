import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openUserPage, userTitle } from "../open-user-page";
import { signInFilters, signInQuery } from "./filters";
import { UserRisk } from "./user-risk";

export async function generateMetadata({ params }: PageProps<"/[tenant]/users/[userId]/risk">) {
  const t = await getExtracted("users");
  return userTitle(params, t("Risk"));
}

const load = createLoader(signInFilters);

export default async function UserRiskPage({
  params,
  searchParams,
}: PageProps<"/[tenant]/users/[userId]/risk">) {
  const { page, tenant, userId, show } = await openUserPage(params, "ReadRiskSignals");
  await page.prefetch(
    page.trpc.risk.ofUser.queryOptions({ userId }),
    page.trpc.risk.signIns.queryOptions(signInQuery(userId, await load(searchParams))),
  );
  const rulesHref = page.may("ManageAccessRules") ? `/${tenant}/access-rules` : null;
  return show(<UserRisk userId={userId} rulesHref={rulesHref} />);
}
