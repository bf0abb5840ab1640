import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SessionPolicyForms } from "./session-policy";

export const metadata: Metadata = { title: "Sessions and tokens" };

export default async function SessionPolicyPage({ params }: PageProps<"/[tenant]/session-policy">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSessionPolicy");
  await page.prefetch(page.trpc.policies.session.queryOptions({}), page.trpc.policies.token.queryOptions({}));
  return page.hydrate(<SessionPolicyForms />);
}
