import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { SessionPolicyForms } from "./session-policy";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("session-policy");
  return { title: t("Sessions and tokens") };
}

export default async function SessionPolicyPage({ params }: PageProps<"/[tenant]/session-policy">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSessionPolicy");
  await page.prefetch(page.trpc.policies.session.queryOptions({}), page.trpc.policies.token.queryOptions({}));
  return page.hydrate(
    <Words of="session-policy">
      <SessionPolicyForms />
    </Words>,
  );
}
