import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SignInMethods } from "./sign-in-methods";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("sign-in-methods");
  return { title: t("Sign-in methods") };
}

export default async function SignInMethodsPage({ params }: PageProps<"/[tenant]/sign-in-methods">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageConnectors");
  const may = { approve: page.may("ManageConnectorApprovals"), listApps: page.may("RegisterApps") };
  await page.prefetch(
    page.trpc.connectors.installed.queryOptions({}),
    page.trpc.federation.providers.queryOptions({}),
    ...(may.listApps ? [page.trpc.apps.list.queryOptions({})] : []),
  );
  return page.hydrate(<SignInMethods tenant={tenant} may={may} />);
}
